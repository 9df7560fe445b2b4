// What a question of another kind than `value` shows in the middle: a module a kind.
import { drawn } from "../kit/part.js";

/** @type {Record<string, () => Promise<{ draw: (s: import("../kit/part.js").Drawn) => void }>>} */
const KINDS = {
  gap: () => import("../worked/gap.js"),
  step: () => import("../worked/step.js"),
  better: () => import("../choosing/better.js"),
  order: () => import("../choosing/order.js"),
  reach: () => import("../choosing/reach.js"),
  who: () => import("../choosing/who.js"),
};

export default drawn("middle", async (s) => {
  const { kind } = s.data;
  const { draw } = await KINDS[kind]();
  if (s.kind !== kind) s.box.replaceChildren();
  s.kind = kind;
  /** @type {any} */ (s.box.getRootNode()).host.dataset.shown = kind;
  if (s.data.kind === kind) draw(s);
});
