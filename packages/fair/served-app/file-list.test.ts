import { utf8 } from "@lotus/tlog";
import { expect, test } from "vitest";
import { FILE_LIST_PATH, fileListHash, formatFileList, parseFileList, readServedApp } from "./file-list.ts";

const FILES = new Map([
  ["/", "the page"],
  ["/assets/a-1.js", "a script"],
  ["/verify.mjs", "the verifier"],
]);
const listOf = (files: ReadonlyMap<string, string>) =>
  formatFileList([...files].map(([path, text]) => ({ path, hash: fileListHash(text) })));
const LIST = listOf(FILES);

/** What is found at an address that serves these files, with this list. */
function served(files: ReadonlyMap<string, string>, list: string | null = LIST) {
  return readServedApp(async (path) => {
    const text = path === FILE_LIST_PATH ? list : files.get(path);
    return text === undefined || text === null ? null : utf8(text);
  });
}

test("an app that is served as listed has the hash of its list", async () => {
  expect(await served(FILES)).toEqual({ hash: fileListHash(LIST), count: 3, wrong: [] });
});

test("a changed file, and one that is missing, are named", async () => {
  const other = new Map(FILES).set("/", "another page");
  other.delete("/verify.mjs");
  expect((await served(other)).wrong).toEqual([
    { path: "/", hash: fileListHash("another page") },
    { path: "/verify.mjs", hash: null },
  ]);
});

test("a file more, or one less, is another list", () => {
  const more = new Map(FILES).set("/assets/b-2.js", "more");
  expect(fileListHash(listOf(more))).not.toBe(fileListHash(LIST));
  expect(listOf(new Map([...FILES].toReversed()))).toBe(LIST);
});

test.each([
  ["nothing", null],
  ["a page of a proxy", "<!doctype html>"],
  ["an empty list", ""],
  ["a path of another server", LIST.replace("/verify.mjs", "https://other.example/")],
  ["a path outside", LIST.replace("/verify.mjs", "verify.mjs")],
  ["a path twice", LIST + LIST],
  ["no end of its last line", LIST.trimEnd()],
])("%s is no list", async (_name, list) => {
  expect(await served(FILES, list)).toEqual({ hash: null, count: 0, wrong: [] });
  if (list !== null) expect(parseFileList(list)).toBeNull();
});
