import { expect, test } from "vitest";
import { typedDrafts } from "./typed-drafts.ts";

function disk(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test("a text is kept by game, option and player", () => {
  const storage = disk();
  typedDrafts(storage, "ana").keep("FFC", "HR.ZX", "12 34");
  expect(typedDrafts(storage, "ana").textOf("FFC", "HR.ZX")).toBe("12 34");
  expect(typedDrafts(storage, "ana").textOf("SFC", "HR.ZX")).toBe("");
  expect(typedDrafts(storage, "ana").textOf("FFC", "QR.ZX")).toBe("");
  expect(typedDrafts(storage, "bao").textOf("FFC", "HR.ZX")).toBe("");
});

test("an emptied text is forgotten", () => {
  const storage = disk();
  const drafts = typedDrafts(storage, "ana");
  drafts.keep("FFC", "HR.ZX", "12");
  drafts.keep("FFC", "HR.ZX", "");
  expect([...storage.kept.values()]).toEqual(["[]"]);
});

test("the oldest are forgotten once all are too long, so that the slip keeps its room", () => {
  const storage = disk();
  const drafts = typedDrafts(storage, "");
  drafts.keep("FFC", "HR.ZX", "1".repeat(90_000));
  drafts.keep("FFC", "QR.ZX", "2".repeat(90_000));
  drafts.keep("FFC", "HS.ZX", "3".repeat(90_000));
  const again = typedDrafts(storage, "");
  expect(["HR.ZX", "QR.ZX", "HS.ZX"].map((option) => again.textOf("FFC", option).length)).toEqual([
    0, 90_000, 90_000,
  ]);
});

test("a text that is too long to keep takes nothing from the others", () => {
  const storage = disk();
  const drafts = typedDrafts(storage, "");
  drafts.keep("FFC", "HR.ZX", "12");
  drafts.keep("FFC", "QR.ZX", "2".repeat(200_001));
  expect(typedDrafts(storage, "").textOf("FFC", "HR.ZX")).toBe("12");
  expect(typedDrafts(storage, "").textOf("FFC", "QR.ZX")).toBe("");
});

test.each(["{ not json", "[1]", '{"board":1}'])("what is stored and no draft is ignored: %s", (stored) => {
  expect(typedDrafts(disk({ "lotus.typed": stored }), "").textOf("FFC", "HR.ZX")).toBe("");
});

test("a storage that refuses loses nothing of the page", () => {
  const drafts = typedDrafts(
    {
      getItem: () => {
        throw new Error("forbidden");
      },
      setItem: () => {
        throw new Error("full");
      },
    },
    "",
  );
  drafts.keep("FFC", "HR.ZX", "12");
  expect(drafts.textOf("FFC", "HR.ZX")).toBe("12");
});
