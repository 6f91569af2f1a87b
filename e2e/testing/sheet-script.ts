/**
 * Runs inside a page and gives what is wrong with the open dialog, in a line each: a part of it beyond the window, a title or a
 * control that is not seen where it is, something over it, the focus outside. What counts is what a reader sees and a finger
 * meets, not what is in the tree. It is shown anew first, as the browser then moves the focus and may scroll what must not move.
 * Without a dialog, as where a wide window has its content beside the page, nothing is wrong.
 */
export const SHEET_SCRIPT = `(() => {
  const dialog = [...document.querySelectorAll("dialog, [role=dialog], [role=alertdialog]")]
    .filter((each) => each.matches(":modal") || (each.ariaModal === "true" && each.checkVisibility({ visibilityProperty: true })))
    .at(-1);
  if (dialog === undefined) return [];
  const faults = new Set();
  const [width, height] = [innerWidth, innerHeight];
  const nameOf = (element) => '"' + (element.getAttribute("aria-label") ?? element.textContent).trim().replaceAll(/\\s+/g, " ").slice(0, 40) + '"';
  if (dialog.matches("dialog")) {
    const before = document.activeElement;
    dialog.close();
    dialog.showModal();
    before?.focus?.({ preventScroll: true });
  }
  for (const each of document.getAnimations())
    if (Number.isFinite(each.effect?.getComputedTiming().endTime)) each.finish();
  const panel = dialog.matches("dialog") ? dialog.firstElementChild : dialog;
  const title = document.getElementById(dialog.getAttribute("aria-labelledby"));
  const isUnseen = (element) => getComputedStyle(element).clipPath === "inset(50%)";

  /** Whether a point of an element shows it: whatever clips or covers it is met in its place. */
  const meets = (element, x, y) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || (hit.contains(element) && hit.matches("label, a, button, h2")));
  };
  const middleOf = (rect) => [rect.left + rect.width / 2, rect.top + rect.height / 2];
  /** Above and below its middle too: of a line that is half cut the middle is still there. */
  const isSeen = (element) => {
    const { top, height: high } = element.getBoundingClientRect();
    const [x] = middleOf(element.getBoundingClientRect());
    return [0.25, 0.5, 0.75].every((share) => meets(element, x, top + high * share));
  };
  const whole = (when) => {
    const { left, top, right, bottom } = panel.getBoundingClientRect();
    if (left < -1 || top < -1 || right > width + 1 || bottom > height + 1)
      faults.add(when + " it lies at " + [left, top, right, bottom].map(Math.round).join(", "));
    // What people scroll themselves, as the sheet that a question stands in, may have been.
    const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowY);
    for (let at = dialog; at !== null; at = at.parentElement)
      if (at !== document.documentElement && at !== document.body && (at.scrollTop !== 0 || at.scrollLeft !== 0) && !scrolls(at))
        faults.add(when + " it is scrolled away by " + at.scrollTop);
    if (title !== null && !isUnseen(title) && !isSeen(title)) faults.add(when + " its title is not seen: " + nameOf(title));
    const spots = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.9]];
    for (const [a, b] of spots) {
      const hit = document.elementFromPoint(left + (right - left) * a, top + (bottom - top) * b);
      if (hit === null || !dialog.contains(hit)) faults.add(when + " it is covered");
    }
  };
  whole("opened");
  if (!dialog.contains(document.activeElement)) faults.add("the focus is outside");

  const controls = [...panel.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")].filter(
    (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.disabled && each.closest("[inert], [aria-hidden=true]") === null,
  );
  const feltOf = (control) => (control.matches("input") ? control.closest("label") : null) ?? control;
  const [first] = controls;
  const scrolls = (element) => /auto|scroll/u.test(getComputedStyle(element).overflowY);
  // What is too high for a phone on its side scrolls, and its first control with it.
  const isLow = height < 480;
  if (first !== undefined && !isLow && !isSeenOrTall(feltOf(first))) faults.add("opened its first control is not seen: " + nameOf(first));
  function isSeenOrTall(element) {
    const { height: high } = element.getBoundingClientRect();
    return high > height / 2 ? meets(element, ...middleOf(element.getBoundingClientRect())) : isSeen(element);
  }
  for (const control of controls) {
    const felt = feltOf(control);
    const rect = felt.getBoundingClientRect();
    // A box that scrolls can be focused for its own sake.
    if (scrolls(control) || rect.width < 2) continue;
    felt.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (!isSeenOrTall(felt)) faults.add("it cannot be reached: " + nameOf(control));
  }
  // Scrolled to its end, a box ends with what is in it.
  const inFlow = (element) => !["absolute", "fixed"].includes(getComputedStyle(element).position) && element.checkVisibility();
  for (const box of [dialog, ...dialog.querySelectorAll("*")]) {
    if (box.clientHeight < 40 || box.scrollHeight <= box.clientHeight + 1 || getComputedStyle(box).overflowY === "visible") continue;
    const at = box.scrollTop;
    box.scrollTop = box.scrollHeight;
    if (box.scrollTop > 0) {
      const end = Math.max(...[...box.children].filter(inFlow).map((each) => each.getBoundingClientRect().bottom));
      const hollow = box.getBoundingClientRect().bottom - end;
      if (hollow > 60) faults.add("scrolled to its end a box is hollow by " + Math.round(hollow));
    }
    box.scrollTop = at;
  }
  const last = controls.at(-1);
  if (last !== undefined) {
    const before = document.activeElement;
    last.focus();
    whole("at its last control");
    first.focus();
    before?.focus?.();
    for (const each of panel.querySelectorAll("*")) if (each.scrollTop !== 0) each.scrollTop = 0;
    panel.scrollTop = 0;
  }
  return [...faults];
})()`;
