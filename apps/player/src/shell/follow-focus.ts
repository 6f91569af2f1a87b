/**
 * Brings what the keyboard has reached into view as a whole: of a row that scrolls sideways a browser is content
 * when it shows a part. Fields are left to the browser, which makes room for the keyboard of the screen, and a page as a
 * whole keeps its place.
 */
export function followFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(":focus-visible:not(input, textarea, main)")) {
      target.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  });
}
