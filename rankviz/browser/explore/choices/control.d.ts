import type { Slot } from "./payload.d.ts";

/** What stands in an open pill for one slot. */
export interface Control {
  list: HTMLElement;
  /** is given slots of its own kind only, which is why this is written as a method */
  patch(slot: Slot): void;
  /** lets an option stand out, of those that are also curves; null for none */
  point?(value: string | null): void;
  /** the pill opens, or closes */
  opened?(isOpen: boolean): void;
}
