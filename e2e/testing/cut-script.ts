/**
 * Runs inside a page of the desk and gives what a window of its width does not show, in a line each: text that a box cuts
 * without an ellipsis and its whole as a title, text under another cell of its row, a number of an order in two lines, controls
 * and icons that lie sideways out of the window or of the box that scrolls.
 */
export const CUT_SCRIPT = `(() => {
  const width = document.documentElement.clientWidth;
  const faults = new Set();
  const wordsOf = (element) => '"' + (element.getAttribute("aria-label") ?? element.textContent).trim().replaceAll(/\\s+/g, " ").slice(0, 50) + '"';
  const isUnseen = (element) => element.closest(element.matches("svg") ? "[inert]" : "[aria-hidden=true], [inert]") !== null ||
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    (() => { for (let at = element; at !== null; at = at.parentElement) { const { clip, clipPath, position } = getComputedStyle(at); if (position === "absolute" && (clip !== "auto" || clipPath !== "none")) return true; } return false; })();
  if (document.documentElement.scrollWidth > width) faults.add(document.documentElement.scrollWidth - width + " px too wide");
  /** By what a piece is cut at its sides, if by anything. */
  const cutOf = (element, { left, right }) => {
    for (let at = element; at !== null && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX !== "visible" && style.display !== "inline") {
        const box = at.getBoundingClientRect();
        if (left < box.left - 1 || right > box.left + at.clientLeft + at.clientWidth + 1) return at;
      }
      if (style.position === "fixed") break;
    }
    return left < -1 || right > width + 1 ? document.body : undefined;
  };
  /** The other cell of its row that lies over a piece, if any: one that stays in sight while the rest scrolls. */
  const coverOf = (element, { left, right, top, bottom }) => {
    const cell = element.closest("td, th");
    return cell === null ? undefined : [...cell.parentElement.cells].find((other) => {
      const box = other.getBoundingClientRect();
      return other !== cell && left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
    });
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (walk.currentNode.data.trim() === "" || element.closest("script, style, noscript, svg, textarea, option") !== null || isUnseen(element)) continue;
    range.selectNodeContents(walk.currentNode);
    const number = /[RWBC]\\d{16,}/.exec(walk.currentNode.data);
    if (number !== null) {
      const whole = document.createRange();
      whole.setStart(walk.currentNode, number.index);
      whole.setEnd(walk.currentNode, number.index + number[0].length);
      if (new Set([...whole.getClientRects()].map(({ top }) => Math.round(top))).size > 1) faults.add("broken: " + number[0]);
    }
    for (const rect of range.getClientRects()) {
      if (rect.width < 1) continue;
      if (coverOf(element, rect) !== undefined) faults.add("covered: " + wordsOf(element));
      const by = cutOf(element, rect);
      if (by === undefined) continue;
      const shortened = getComputedStyle(by).textOverflow === "ellipsis" && (by.closest("[title]") ?? by.querySelector("[title]")) !== null;
      if (!shortened) faults.add("cut: " + wordsOf(element) + " in " + (by === document.body ? "the window" : by.className || by.tagName));
    }
  }
  for (const control of document.querySelectorAll("a[href], button, input:not([aria-hidden=true]), select, [role=combobox], svg")) {
    if (isUnseen(control)) continue;
    const rect = control.getBoundingClientRect();
    if (rect.width < 2 || rect.height < 2) continue;
    const by = cutOf(control.parentElement, rect);
    if (by !== undefined) faults.add("out of sight: " + wordsOf(control.closest("a, button, td") ?? control));
  }
  return [...faults];
})()`;
