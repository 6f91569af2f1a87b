import styles from "./copy-text.module.css";

/** Puts a text into the clipboard; false when the browser refuses. Works on a plain http address too, by selection. */
export async function copyText(text: string): Promise<boolean> {
  // Only a secure context has it, whatever the types say.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard !== undefined) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // Refused: the old way may still work.
    }
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = styles["source"] ?? "";
  field.setAttribute("aria-hidden", "true");
  // Inside an open modal everything outside it is inert and cannot be selected.
  const home = document.querySelector("dialog[open] > *") ?? document.body;
  const before = document.activeElement;
  home.append(field);
  field.select();
  try {
    // There is no other way without a secure context.
    // oxlint-disable-next-line typescript/no-deprecated
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
