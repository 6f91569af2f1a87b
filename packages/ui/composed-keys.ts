/** What browsers say of a key that an input method has used. */
const USED_BY_INPUT_METHOD = 229;

/**
 * Keeps each key of a word that is being composed (Chinese, Japanese, Korean) from all handlers of keys: the Enter that
 * ends a word sends nothing, its arrows move nothing, and its Escape closes nothing. To be called before any handler is
 * added.
 */
export function guardComposedKeys(): void {
  window.addEventListener("keydown", onKey, { capture: true });
}

function onKey(event: KeyboardEvent): void {
  // Safari ends the composition before it reports the key that ended it: only this number tells.
  // oxlint-disable-next-line typescript/no-deprecated
  const isLate = !event.isComposing && event.keyCode === USED_BY_INPUT_METHOD;
  if (!event.isComposing && !isLate) return;
  event.stopImmediatePropagation();
  // The word is written by then. What else a browser does with these keys: send the form, close the dialog.
  if (isLate && (event.key === "Enter" || event.key === "Escape")) event.preventDefault();
}
