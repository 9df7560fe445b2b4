// The middle of a question: its data say which body draws it, and a body is a module here.
import { focusIfLost } from "../../kit/elements.js";
import { redrawnPart } from "../../kit/part.js";

/** @import { Bodies, QuestionBodyPayload } from "./payload.d.ts" */
/** @typedef {import("../choosing/answer.js").BodyPart<QuestionBodyPayload> & { bodyName: string, focusedKey: string }} State */
/** @typedef {{ draw: (s: never) => void, firstInput?: () => HTMLElement | null | undefined }} Body `firstInput` where it is outside */

/** @type {Record<keyof Bodies, () => Promise<Body>>} */
const BODIES = {
  captioned_options: () => import("../choosing/captioned_options.js"),
  derivation: () => import("../written_derivation/derivation.js"),
  list_options: () => import("../choosing/list_options.js"),
  moved_list: () => import("../choosing/moved_list.js"),
  ordered_lists: () => import("../choosing/ordered_lists.js"),
  pressed_lines: () => import("../written_derivation/pressed_lines.js"),
  target: () => import("../choosing/target.js"),
  two_rows: () => import("../choosing/two_rows.js"),
};
const USABLE = "input:not([disabled]), button:not([disabled], [aria-disabled=true], [tabindex='-1'], [hidden])";

export default redrawnPart("question_body", async (/** @type {State} */ s) => {
  const { body, key } = s.data;
  if (s.bodyName !== body) {
    s.box.replaceChildren(); // what stands there is of the question before
    Object.assign(s, { bodyName: body, key: "" });
  }
  const { draw, firstInput } = await BODIES[body]();
  /** @type {HTMLElement} */ (/** @type {ShadowRoot} */ (s.box.getRootNode()).host).dataset.shown = body;
  if (s.data.body !== body) return;
  draw(/** @type {never} */ (s)); // its payload is the one that this body draws
  const first = firstInput ?? (() => /** @type {HTMLElement | null} */ (s.box.querySelector(USABLE)));
  if (s.focusedKey !== key && !s.data.is_finished) focusIfLost(first);
  s.focusedKey = key;
});
