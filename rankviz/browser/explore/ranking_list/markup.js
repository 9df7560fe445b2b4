// What the list is built from. Names go in by textContent, never here.

export const SKELETON = `
<div class="head"><span class="rank"><button data-term="rank" data-text="rank_head" aria-haspopup="dialog"></button></span><span class="title"><span data-text="head"></span>
  <button class="link" data-do="table" data-text="table"></button>
  <button class="link" data-do="add" data-text="add" data-label="add_row"></button></span>
  <span class="grade-head"><button data-term="grade" data-text="grade_head" aria-haspopup="dialog"></button></span></div>
<div class="body"><div class="rows" role="grid" data-label="head" aria-describedby="keys-{list}"></div>
  <p class="empty"><span data-text="empty"></span> <button class="link" data-do="add" data-text="add" data-label="add_row">
  </button> <button class="link" data-do="paste" data-text="paste"></button></p>
  <div class="mark" hidden></div><div class="line"></div><span class="running-total" aria-hidden="true"><span></span></span>
  <div class="pill" role="slider" tabindex="0" aria-orientation="vertical" aria-valuemin="1" aria-haspopup="dialog" data-term="cutoff" data-label="cutoff_label"></div></div>
<div class="shelf"><div class="shelf-head"><button data-term="missed" data-text="missed" aria-haspopup="dialog"></button></div><div class="chips">
  <div role="grid" data-label="missed" aria-describedby="keys-{list}"><div class="missed" role="row"></div></div>
  <button class="link" data-do="add_missed" data-text="add" data-label="add_missed"></button></div></div>
<p class="further" aria-hidden="true"><span></span></p><p class="lock"></p><p class="toast" popover="manual" aria-hidden="true"></p><p id="keys-{list}" hidden data-text="keys"></p>
<div class="picker" popover="auto" role="dialog"><div class="grades"></div>
  <label class="score"><span data-text="score"></span></label>
  <p class="error" role="alert"></p><div class="acts"><button data-act="rename" data-text="rename"></button>
  <button data-act="shelve"></button><button data-act="remove" data-text="remove"></button></div></div>`;

export const ROW = `<div class="row" role="row" tabindex="-1"><span class="grip" aria-hidden="true"></span>
  <span class="rank" role="gridcell"></span><span class="cell" role="gridcell"><bdi class="name" dir="auto"></bdi>
  <span class="note"></span></span><span role="gridcell"><button class="grade" tabindex="-1"></button></span></div>`;

export const CHIP = `<div class="chip" role="gridcell" tabindex="-1"><span class="cell"><bdi class="name" dir="auto"></bdi></span>
  <button class="grade" tabindex="-1"></button></div>`;

/**
 * @param {string} html
 * @returns {HTMLElement}
 */
export function built(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return /** @type {HTMLElement} */ (holder.content.firstElementChild);
}
