import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseFileList } from "@lotus/fair/served-app";
import { expect, test } from "vitest";
import { fileListOf, unpreloaded } from "./served-files.ts";

test("the list has each file and each page by its address, and nothing that is only another form of one", () => {
  const folder = mkdtempSync(join(tmpdir(), "lotus-files-"));
  mkdirSync(join(folder, "assets"));
  const files = { "index.html": "page", "assets/a-1.js": "script", "verify.mjs": "verifier" };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const name of ["index.html.br", "assets/a-1.js.gz", ".sources", "app-files.txt"])
    writeFileSync(join(folder, name), "left out");
  const sha = (text: string) => createHash("sha256").update(text).digest("hex");
  const list = fileListOf(folder, ["/", "/pages/mine"]);
  expect(parseFileList(list)).toEqual([
    { path: "/", hash: sha("page") },
    { path: "/assets/a-1.js", hash: sha("script") },
    { path: "/index.html", hash: sha("page") },
    { path: "/pages/mine", hash: sha("page") },
    { path: "/verify.mjs", hash: sha("verifier") },
  ]);
  expect(fileListOf(folder, ["/pages/mine"])).toBe(list);
  rmSync(folder, { recursive: true });
});

test("a page whose first script begins the app asks for no other before it is painted, any other page for all at once", () => {
  const scripts =
    '<link rel="modulepreload" crossorigin href="/assets/a-1.js"><link rel="modulepreload" href="/b.js">';
  const [begins, style] = ['<script src="/boot.js" data-app="/b.js"></script>', '<link href="/c.css">'];
  expect(unpreloaded(begins + scripts + style)).toBe(begins + style);
  expect(unpreloaded(scripts + style)).toBe(scripts + style);
});
