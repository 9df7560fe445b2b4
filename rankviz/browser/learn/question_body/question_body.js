// The middle of a question of any kind but `value`: one module per kind.
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

/** The list of Explore, where a question that is answered by editing it begins. @returns {HTMLElement | null | undefined} */
function list() {
  const grid = document.querySelector('[data-part="ranking_list"]')?.shadowRoot?.querySelector('[role="grid"]');
  grid?.setAttribute("tabindex", "-1");
  return /** @type {HTMLElement | null | undefined} */ (grid);
}

/** @param {import("../../kit/part.js").PartState} s */
const firstInput = (s) => (s.kind === "reach" ? list() : /** @type {HTMLElement | null} */ (s.box.querySelector(USABLE)));

export default redrawnPart("question_body", async (s) => {
  const { kind, key } = s.data;
  if (s.kind !== kind) {
    s.box.replaceChildren(); // what stands there is of the question before
    Object.assign(s, { kind, key: "" });
  }
  const { draw } = await KINDS[kind]();
  /** @type {any} */ (s.box.getRootNode()).host.dataset.shown = kind;
  if (s.data.kind !== kind) return;
  draw(s);
  if (s.focusedKey !== key && !s.data.is_finished) focusIfLost(() => firstInput(s));
  s.focusedKey = key;
});
