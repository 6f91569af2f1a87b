/**
 * Runs inside a page of the desk and gives what a window of its width does not show, in a line each: text that a box cuts
 * without an ellipsis and its whole as a title, controls and icons that lie sideways out of the window or of the box that
 * scrolls.
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
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (walk.currentNode.data.trim() === "" || element.closest("script, style, noscript, svg, textarea, option") !== null || isUnseen(element)) continue;
    range.selectNodeContents(walk.currentNode);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1) continue;
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
