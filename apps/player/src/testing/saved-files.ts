import { vi } from "vitest";

/** A file that a screen saved. */
interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** Collects the files that screens save, in place of the browser. Ended by `vi.restoreAllMocks`. */
export function savedFiles(): SavedFile[] {
  const saved: SavedFile[] = [];
  let blob = new Blob();
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    // Screens save nothing but Blobs.
    blob = file as Blob;
    return "blob:1";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    const name = this.download;
    // jsdom's Blob has no text().
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      if (typeof reader.result === "string") saved.push({ name, text: reader.result });
    });
    reader.readAsText(blob);
  });
  return saved;
}
