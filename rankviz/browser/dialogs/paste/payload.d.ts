// What the dialog for a pasted list is given (rankviz/page/dialogs/paste.py).

export interface PastePayload {
  label: string;
  use_label: string;
  /** characters that are read */
  max_length: number;
  /** content of the box at first */
  text: string;
  /** what was read of it */
  summary: string;
  is_refused: boolean;
  /** shown for an empty box */
  empty_text: string;
}
