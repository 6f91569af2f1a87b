import styles from "./copy-text.module.css";

/** Copies a text to the clipboard; false if the browser refuses. Falls back to a selection on plain http. */
export async function copyText(text: string): Promise<boolean> {
  // Undefined outside secure contexts, which the types do not know.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard !== undefined) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // Refused: the fallback may still work.
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
