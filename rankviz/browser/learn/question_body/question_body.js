// What a question of another kind than `value` shows in the middle: a module a kind.
import { focusIfLost } from "../../kit/elements.js";
import { redrawnPart } from "../../kit/part.js";

/** @type {Record<string, () => Promise<{ draw: (s: import("../../kit/part.js").PartState) => void }>>} */
const KINDS = {
  gap: () => import("../written_derivation/gap.js"),
  step: () => import("../written_derivation/step.js"),
  better: () => import("../choosing/better.js"),
  order: () => import("../choosing/order.js"),
  reach: () => import("../choosing/reach.js"),
  swap: () => import("../choosing/swap.js"),
  trend: () => import("../choosing/trend.js"),
  who: () => import("../choosing/who.js"),
};
const USABLE = "input:not([disabled]), button:not([disabled], [aria-disabled=true], [tabindex='-1'], [hidden])";

/** What is answered by changing the list is begun there. @returns {HTMLElement | null | undefined} */
function list() {
  const grid = document.querySelector('[data-part="ranking_list"]')?.shadowRoot?.querySelector('[role="grid"]');
  grid?.setAttribute("tabindex", "-1");
  return /** @type {HTMLElement | null | undefined} */ (grid);
}

/** @param {import("../../kit/part.js").PartState} s */
const first = (s) => (s.kind === "reach" ? list() : /** @type {HTMLElement | null} */ (s.box.querySelector(USABLE)));

export default redrawnPart("question_body", async (s) => {
  const { kind, at } = s.data;
  const { draw } = await KINDS[kind]();
  if (s.kind !== kind) s.box.replaceChildren();
  s.kind = kind;
  /** @type {any} */ (s.box.getRootNode()).host.dataset.shown = kind;
  if (s.data.kind !== kind) return;
  draw(s);
  if (s.begun !== at && !s.data.over) focusIfLost(() => first(s));
  s.begun = at;
});
