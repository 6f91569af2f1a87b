import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clearPictures } from "./contact-sheet.ts";

test("only files of an earlier run are removed, whatever folder is given", () => {
  const out = mkdtempSync(join(tmpdir(), "lotus-screenshots-"));
  try {
    for (const folder of ["vi-VN-dark-375x812", "fr-light-812x375", "packages", ".git"]) {
      mkdirSync(join(out, folder));
      writeFileSync(join(out, folder, "home.png"), "");
    }
    for (const file of [
      "index.html",
      "sheet.html",
      "sheet-375-dark-vi-VN.png",
      "README.md",
      "notes-dark.txt",
    ])
      writeFileSync(join(out, file), "");
    clearPictures(out);
    expect(readdirSync(out).toSorted()).toEqual([".git", "README.md", "notes-dark.txt", "packages"]);
    clearPictures(join(out, "not there"));
  } finally {
    rmSync(out, { recursive: true });
  }
});
