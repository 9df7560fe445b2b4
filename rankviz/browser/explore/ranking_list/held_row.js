// A row that is held, of one list or of two that are compared: data that arrive meanwhile wait, for they would pull the rows away.

import { trackPointer } from "../../kit/drag.js";

/** @import { Channel } from "../../kit/part_events.js" */
/** @import { Tab } from "../../kit/part.js" */

/**
 * Every number follows the drag, and nothing is kept of that.
 *
 * @template D
 * @param {{ drag: boolean, late: D | null, receive: (late: D) => void, box: HTMLElement, news: Channel, tab: Tab }} s
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
