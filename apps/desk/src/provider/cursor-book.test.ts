import { expect, test } from "vitest";
import { CursorBook, type CursorPage } from "./cursor-book.ts";

/** A list of 1…total in pages of two that records the requested cursors. */
function listOf(total: number) {
  const cursors: (string | undefined)[] = [];
  const fetchPage = (cursor: string | undefined): Promise<CursorPage<number>> => {
    cursors.push(cursor);
    const from = Number(cursor ?? 0);
    const items = [from + 1, from + 2].filter((item) => item <= total);
    return Promise.resolve({ items, next: from + 2 < total ? String(from + 2) : undefined });
  };
  return { cursors, fetchPage };
}

test("consecutive pages are read without starting over", async () => {
  const book = new CursorBook();
  const { cursors, fetchPage } = listOf(5);
  expect((await book.read("a", 1, fetchPage)).items).toEqual([1, 2]);
  expect((await book.read("a", 2, fetchPage)).items).toEqual([3, 4]);
  const last = await book.read("a", 3, fetchPage);
  expect(last).toEqual({ items: [5], next: undefined });
  expect((await book.read("a", 2, fetchPage)).items).toEqual([3, 4]);
  expect(cursors).toEqual([undefined, "2", "4", "2"]);
});

test("a page not visited yet is reached from the nearest known one", async () => {
  const book = new CursorBook();
  const { cursors, fetchPage } = listOf(9);
  expect((await book.read("a", 3, fetchPage)).items).toEqual([5, 6]);
  expect(cursors).toEqual([undefined, "2", "4"]);
  expect((await book.read("a", 5, fetchPage)).items).toEqual([9]);
  expect(cursors.slice(3)).toEqual(["6", "8"]);
});

test("a page after the end is empty; another filter is another list", async () => {
  const book = new CursorBook();
  const { cursors, fetchPage } = listOf(3);
  expect(await book.read("a", 7, fetchPage)).toEqual({ items: [], next: undefined });
  await book.read("b", 2, fetchPage);
  expect(cursors).toEqual([undefined, "2", undefined, "2"]);
});

test("the first page discards the known cursors", async () => {
  const book = new CursorBook();
  await book.read("a", 2, listOf(5).fetchPage);
  await book.read("a", 1, listOf(5).fetchPage);
  const { cursors, fetchPage } = listOf(5);
  await book.read("a", 2, fetchPage);
  expect(cursors).toEqual(["2"]);
});
