// The field in which a name is changed.

import { el, fillTemplate } from "../../kit/elements.js";
import { endsTyping } from "../../kit/inline_field.js";
import { announce } from "./common.js";
import { commit, isRefused } from "./edits.js";
import { find } from "./model.js";
import { domOf, focus } from "./painting.js";

/** @import { RankingList } from "./ranking_list.js" */

/** @param {RankingList} s @param {number} key */
export function rename(s, key) {
  const { name, node } = domOf(s, key) ?? {};
  if (!name || !node || node.querySelector("input") || isRefused(s, "")) return;
  const input = el("input");
  Object.assign(input, { value: name.textContent, maxLength: s.data.max_name, dir: "auto", autocomplete: "off", spellcheck: false });
  input.ariaLabel = fillTemplate(s.data.texts.name_of, { name: input.value });
  let open = true;
  const end = (/** @type {boolean} */ keep) => {
    if (!open) return;
    open = false; // removing the field blurs it and comes here again
    const focused = s.root.activeElement === input;
    const id = input.value.trim();
    input.remove();
    if (focused) focus(s, key);
    const item = find(s, key)?.item;
    if (!keep || !item || id === item.id) return;
    if (!id) return announce(s, "refused_empty", {}, true);
    const old = item.id;
    item.id = id;
    commit(s, "said_renamed", { name: id, old });
  };
  endsTyping(input, end);
  name.after(input);
  input.select();
  input.focus();
}
