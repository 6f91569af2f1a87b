import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PAGE_PATHS } from "@lotus/contract/pages";
import { expect, test } from "vitest";
import { openPages } from "./pages.ts";

test("the server answers every page of the app, and no other, with the app", () => {
  const folder = mkdtempSync(join(tmpdir(), "lotus-pages-"));
  try {
    writeFileSync(join(folder, "index.html"), "<!doctype html>");
    const pages = openPages(folder);
    expect(PAGE_PATHS.size).toBeGreaterThan(30);
    for (const path of PAGE_PATHS.keys()) expect(pages.find(path), path).toMatchObject({ status: 200 });
    for (const path of ["/pages/auth", "/pages/tabbar/other", "/pages-sub/game"])
      expect(pages.find(path), path).toMatchObject({ status: 404 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
