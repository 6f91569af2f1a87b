/** A file as it is saved. */
export interface FileToSave {
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  readonly text: string;
}

/** Saves a text as a file through the browser. */
export function saveFile({ name, type, text }: FileToSave): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Saves bytes as a file through the browser. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
