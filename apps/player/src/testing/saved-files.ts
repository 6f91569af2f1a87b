import { type ReadCell, readSpreadsheet } from "@lotus/contract/testing/read-spreadsheet";
import { vi } from "vitest";

/** A file that a screen saved. */
interface SavedFile {
  readonly name: string;
  readonly text: string;
  /** The cells of a file for spreadsheets. */
  readonly rows: () => ReadCell[][];
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
    // jsdom's Blob has no bytes().
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      if (reader.result === null || typeof reader.result === "string") return;
      const bytes = Buffer.from(reader.result);
      saved.push({ name, text: bytes.toString(), rows: () => readSpreadsheet(bytes) });
    });
    reader.readAsArrayBuffer(blob);
  });
  return saved;
}
