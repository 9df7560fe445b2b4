// What the sentence of choices is given (rankviz/explore/view/choices.py).

import type { MetricDetails } from "../../kit/metric_about.js";
import type { Piece } from "../../kit/terms.js";

export type Spot = [x: number, y: number];

/** The curve of one option. */
export interface Curve {
  value: string;
  /** null where it is interrupted */
  line: (Spot | null)[];
  /** from the curve to its name */
  leader: Spot[];
  name: [text: string, x: number, y: number, width: number];
  is_chosen: boolean;
  is_mistake: boolean;
}

/** All options of a choice as curves, in px (rankviz/explore/charts/option_curves.py). */
export interface Picture {
  width: number;
  height: number;
  /** of all words */
  type_size: number;
  frame: [left: number, top: number, right: number, bottom: number];
  curves: Curve[];
  points: Spot[];
  /** of x and of y: places and texts */
  ticks: [number, string][][];
  title: string;
  axes: string[];
  alt: string;
}

interface AnySlot {
  text?: undefined;
  /** the field of the convention */
  slot: string;
  /** heading of its control */
  label: string;
  help: Piece[];
  /** on the pill; none of a slot that stands beside another one */
  shown?: string;
  /** the words before the pill */
  prefix?: Piece[];
  /** slots that share its pill */
  beside?: Slot[];
  /** the options as curves; null while the pill is not open */
  curves?: Picture | null;
  /** what was typed and cannot be used, and why; put here by the part itself */
  refused?: [typed: string, reason: string];
}

export interface Option {
  value: string;
  label: string;
  /** on the pill and before it, until the next data */
  shown?: string;
  prefix?: Piece[];
}

export interface RadioOption extends Option {
  caption: string;
  disabled_reason?: string;
}

export interface MetricOption extends Option {
  /** spelled out */
  name: string;
}

export interface RadioSlot extends AnySlot {
  kind: "radio";
  value: string;
  options: RadioOption[];
}

interface PlainNumberSlot extends AnySlot {
  kind: "number";
  value: number | null;
  options?: undefined;
  min: number;
  max: number;
  step: number;
  /** whole numbers only */
  whole?: boolean;
  caption: string;
  /** why an entry is not taken */
  invalid?: string;
  allow_none: boolean;
  none_label: string;
  /** the pill's text until the next data, with {value} and without a number */
  form: string;
  /** with `allow_none` */
  none_form?: string;
  none_prefix?: Piece[];
}

/** First and last value of a slider, its step, and values that are named. */
export interface SliderData {
  slide: [number, number];
  slide_step: number;
  marks: [at: number, name: string][];
}

export type NumberSlot = PlainNumberSlot & (SliderData | { slide?: undefined });

export interface TextSlot extends AnySlot {
  kind: "text";
  value: string;
  options?: undefined;
  caption: string;
  max_length: number;
}

export interface MetricsSlot extends AnySlot {
  kind: "metrics";
  value: string;
  options: MetricOption[];
  families: { key: string; label: string; metrics: string[] }[];
  /** of each metric, with words by which it is found; null while the pill is not open */
  details: Record<string, MetricDetails & { words: string }> | null;
  texts: Record<string, string>;
}

export type Slot = RadioSlot | NumberSlot | TextSlot | MetricsSlot;
export type Chosen = Slot["value"];

export interface ChoicesPayload {
  of?: string;
  /** words between two pills, and slots */
  parts: ({ slot?: undefined; kind?: undefined; text: Piece[] } | Slot)[];
  /** slots that share one pill at the end */
  more: { label: string; parts: Slot[] } | null;
  /** the slot whose captions are filled, "" for `more`, null for none */
  captioned: string | null;
  /** by slot what was typed and cannot be used, and why */
  refused?: Record<string, [typed: string, reason: string]>;
  texts: Record<string, string>;
}
