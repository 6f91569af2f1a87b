/** A file as it is saved. */
export interface FileToSave {
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  readonly text: string;
}

/** Saves a text as a file through the browser. */
export function saveFile({ name, type, text }: FileToSave): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
