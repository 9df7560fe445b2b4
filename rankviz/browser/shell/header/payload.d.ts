// What a line of buttons is given (rankviz/page/header.py).

export interface HeaderButton {
  /** the command that a press gives */
  name: string;
  label: string;
  /** "icon": only its icon is seen, "plain": without a border */
  style?: "icon" | "plain";
  disabled?: boolean;
  pressed?: boolean;
  /** that gives the same command */
  key?: string;
  /** the question to a class, if it is not that of the page */
  class_params?: string;
  /** what a press shows instead */
  menu?: HeaderButton[];
}
export interface HeaderPayload {
  label?: string;
  buttons: HeaderButton[];
  /** of the document; the switches under the charts have none */
  title?: string;
}
