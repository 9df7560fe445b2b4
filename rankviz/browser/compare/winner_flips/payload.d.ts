// What the number along which the winner flips is given (rankviz/compare/view/winner_flips.py).

import type { Piece } from "../../kit/terms.js";
import type { ChoicesEdit } from "../../tab/messages.d.ts";
import type { Picture } from "../../explore/choices/payload.d.ts";

/** Who wins in a part of the axis; "none" where there is no value. */
export interface Stretch {
  low: number;
  high: number;
  side: "a" | "b" | "" | "none";
  text: string;
}

export interface Plot {
  /** the values of the number, and both lists' values there; null where undefined */
  x: number[];
  a: (number | null)[];
  b: (number | null)[];
  /** the last value of each list */
  end_labels: [string, string];
  low: number;
  high: number;
  is_discrete: boolean;
  is_integer: boolean;
  marks: [x: number, label: string][];
  /** the present value; null if it is not on the axis */
  current_x: number | null;
  symbol: string;
  crossings: [x: number, text: string][];
  stretches: Stretch[];
  title: string;
  now_label: string;
  /** what a value edits, besides the field itself */
  choices: ChoicesEdit["value"];
  field: string;
}

export interface OptionCurves {
  slot: string;
  picture: Picture;
  /** of the button that leads to a custom formula; "" for none */
  custom_label: string;
}

export interface WinnerFlipsPayload {
  scope?: string;
  title: string;
  number_menu: { label: string; value: string; options: { value: string; label: string }[] };
  /** the ends of the axis */
  range_text: string;
  /** draws the axis out or in */
  axis_toggle: { label: string; wide: string } | null;
  /** who wins where */
  text: string;
  help: Piece[];
  /** why the winner flips */
  reason: Piece[];
  plot: Plot;
  /** of gain and discount */
  curves: OptionCurves[];
}
