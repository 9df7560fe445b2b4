// What the open dialog is given (rankviz/page/dialogs/dialog.py).

import type { Tab } from "../../kit/part.js";

export interface OpenDialog {
  name: "examples" | "paste" | "link" | "share" | "ask" | "help";
  title: string;
  large: boolean;
  /** of the button */
  close: string;
  /** why its content could not be taken over */
  problem: string;
  /** messages for a missing response, by why there is none */
  unanswered: Record<string, string>;
  body: unknown;
}
export type DialogPayload = OpenDialog | { name: "" };

/** What stands in a dialog: built when it opens, told its data then and with every answer. */
export interface DialogBody<D> {
  node: HTMLElement;
  show: (data: D, problem: string) => void;
  begin?: () => void;
  leave?: () => void;
  /** where it says itself why what it has was not taken over */
  saysProblem?: boolean;
}
/** Builds it: the first data, which `show` draws. */
export type BuildBody<D> = (tab: Tab, close: () => void, data: D) => DialogBody<D>;
