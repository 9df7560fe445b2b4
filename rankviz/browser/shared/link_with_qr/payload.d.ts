// The line of a link, and the dialog around it (rankviz/page/dialogs/share_dialogs.py).

export interface LinkLinePayload {
  address: string;
  /** the QR code as SVG; "" if there is none */
  code: string;
  /** whether it can have one */
  shows_code?: boolean;
  /** a sentence if the link does not reach everybody */
  reach_note: string;
  texts: Record<string, string>;
}

export interface LinkDialogPayload {
  note: string;
  line: LinkLinePayload | null;
  /** why there is no link */
  problem: string;
  /** what follows is on all pages but Learn */
  save?: { label: string; name: string; text: string };
  open?: { label: string; kinds: string[]; limit: number; other_kind: string; too_large: string };
  /** of the button that makes a sheet; "" for none */
  sheet_label?: string;
}
