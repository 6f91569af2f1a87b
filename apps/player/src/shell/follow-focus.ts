/**
 * Scrolls the focused element completely into view: in a row that scrolls sideways, browsers stop at a part of it.
 * Fields are left to the browser, which makes room for the on-screen keyboard; the page itself does not scroll.
 */
export function followFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(":focus-visible:not(input, textarea, main)")) {
      target.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  });
}
