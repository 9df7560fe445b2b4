// A row that is held, of one list or of two that are compared: data that arrive meanwhile wait, for they would pull the rows away.

import { trackPointer } from "../../kit/drag.js";

/**
 * Every number follows the drag, and nothing is kept of that.
 *
 * @param {any} s
 * @param {PointerEvent} event
 * @param {HTMLElement} node
 * @param {(x: number, y: number) => void} move
 * @param {(done: boolean) => void} end
 */
export function holdRow(s, event, node, move, end) {
  if (s.drag || event.button) return;
  s.drag = true;
  trackPointer(event, node, {
    move,
    scrolls: true,
    begin() {
      s.box.classList.add("dragging");
      s.news.emit("drag", { on: true });
    },
    end(done, began) {
      s.drag = false;
      s.box.classList.remove("dragging");
      s.news.emit("drag", { on: false });
      if (began) {
        end(done);
        s.tab.endPreviews();
      }
      if (s.late && !s.tab.isPending("list")) s.receive(s.late);
      s.late = null;
    },
  });
}
