import type { GameCode } from "@lotus/games";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { loadCatalog } from "../../i18n/i18n.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { unkeptStore } from "../../testing/store-slip.tsx";
import { practiceStorage } from "../practice/practice-account.ts";
import type { GameStore } from "../slip/game-store.ts";
import type { DraftStorage } from "./typed-drafts.ts";
import { TypedSheet } from "./typed-sheet.tsx";

const toasted = vi.hoisted((): string[] => []);
vi.mock("@lotus/ui", async (original) => ({
  ...(await original<typeof import("@lotus/ui")>()),
  toast: (text: string) => void toasted.push(text),
}));

const onClose = vi.fn<() => void>();
let store: GameStore;

beforeEach(() => {
  toasted.length = 0;
  onClose.mockClear();
  localStorage.clear();
});

async function openSheet(game: GameCode, optionId: string, storage: DraftStorage = localStorage) {
  const tree = ruleTree(game);
  const option = tree.rules.flatMap(({ childrens }) => childrens).find(({ id }) => id === optionId);
  if (option === undefined) throw new Error(`${game} has no ${optionId}`);
  store = unkeptStore(game);
  store.getState().enter(tree.rules);
  await loadCatalogOnce();
  await renderScreen(<TypedSheet open {...{ onClose, gameCode: game, option, store, storage }} />, "en-US");
}

// The first catalogue is active once a screen was rendered; the sheet's words come with it from then on.
async function loadCatalogOnce() {
  await renderScreen(null, "en-US");
  await loadCatalog("typed");
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "List of numbers" });
const put = () => screen.getByRole<HTMLButtonElement>("button", { name: "Put on the slip" });
const type = (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
};
const readText = () => screen.getAllByRole("status")[0]?.textContent;

describe("a list on the board of two places", () => {
  beforeEach(() => openSheet("FFC", "HR.ZX"));

  test("says how it is written, and nothing can be put on the slip yet", () => {
    expect(screen.getByText("12 34 56")).toBeDefined();
    expect(put().disabled).toBe(true);
  });

  test("says what was read, came twice and was left out, with bets and cost at the stake", () => {
    type("12,34,56 12 7 99 100");
    expect(readText()).toBe("4 read1 merged2 left out");
    expect(screen.getByText("4 × 2.00 = 8.00")).toBeDefined();
    const left = screen.getByRole("region", { name: "Left out" });
    expect(
      within(left)
        .getAllByRole("button")
        .map((each) => each.textContent),
    ).toEqual(["7Has 1 digits, needs 2", "100Has 3 digits, needs 2"]);
  });

  test("is read as it is seen, whatever was pasted with it", () => {
    type("\u202A1\u200B2\u202C \u0663\u0664 1\u00AD2");
    expect(readText()).toBe("2 read1 merged0 left out");
    expect(field().value).toBe("12 34 12");
  });

  test("a tap on what was left out selects it in the field", () => {
    type("12,34,x9,56");
    fireEvent.click(screen.getByRole("button", { name: /^x9/u }));
    expect(field().value.slice(field().selectionStart, field().selectionEnd)).toBe("x9");
    expect(document.activeElement).toBe(field());
  });

  test("goes on the slip as few lines that are exactly the list, and the field is empty again", () => {
    type("10 11 12 20 21 22 35");
    fireEvent.click(put());
    const { lines } = store.getState();
    expect(
      lines.map(({ optionId, groups }) => [optionId, ...groups.map(({ items }) => items.join(""))]),
    ).toEqual([
      ["HR.ZX", "12", "012"],
      ["HR.ZX", "3", "5"],
    ]);
    expect(new Set(lines.map(({ list }) => list)).size).toBe(1);
    expect(toasted).toEqual(["7 bets put on the slip"]);
    expect(field().value).toBe("");
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("sorting merges what came twice and keeps what was left out", () => {
    type("56,12 12 x 34");
    fireEvent.click(screen.getByRole("button", { name: "Sort" }));
    expect(field().value).toBe("12 34 56\nx");
  });

  test("clearing can be taken back", () => {
    type("12 34");
    fireEvent.click(screen.getByRole("button", { name: "Clear" }));
    expect(field().value).toBe("");
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(field().value).toBe("12 34");
  });

  test("is there again after a reload, for its board only", async () => {
    type("12 34");
    await openSheet("FFC", "QR.ZX");
    expect(field().value).toBe("");
    await openSheet("FFC", "HR.ZX");
    expect(field().value).toBe("12 34");
  });

  test("a text that is too long is not read at all", () => {
    type("12 ".repeat(70_000));
    expect(screen.getByText(/^The list has 210,000 characters/u)).toBeDefined();
    expect(readText()).toBe("0 read0 merged0 left out");
    expect(put().disabled).toBe(true);
  });

  test("a stake that cannot be read leaves the cost unsaid", () => {
    act(() => store.getState().setUnit(""));
    type("12 34");
    expect(screen.getByText("2 bets")).toBeDefined();
  });
});

describe("a list that needs more lines than the slip has room for", () => {
  // Every two of these differ in two places, so that no line holds two of them.
  const list = Array.from({ length: 1_000 }, (_, at) => {
    const digits = Array.from(String(at).padStart(3, "0"), Number);
    return [...digits, digits.reduce((sum, digit) => sum + digit, 0) % 10].join("");
  });

  beforeEach(() => openSheet("FFC", "SX.ZX"));

  test("is not sent in half unless the player says so", () => {
    type(list.slice(0, 250).join(" "));
    expect(put().disabled).toBe(true);
    expect(store.getState().lines).toEqual([]);
    expect(screen.getByText(/This list makes 250 lines, and the slip has room for 200/u)).toBeDefined();
  });

  test("the part that fits is put on the slip, and the rest stays", () => {
    type(`${list.slice(0, 250).join(" ")} 12`);
    fireEvent.click(screen.getByRole("button", { name: "Put on what fits" }));
    expect(store.getState().lines).toHaveLength(200);
    expect(toasted).toEqual(["200 bets put on the slip, 50 stay here"]);
    expect(field().value).toBe(`${list.slice(200, 250).join(" ")}\n12`);
    expect(
      screen.getByText("The slip is full with 200 lines. Place it or remove some lines first."),
    ).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
  });

  test("lines that are on the slip already count", () => {
    act(() =>
      store.getState().addLines(
        Array.from({ length: 199 }, () => ({
          optionId: "SX.ZX",
          groups: ["place2", "place3", "place4", "place5"].map((code) => ({ code, items: ["1"] })),
        })),
      ),
    );
    type("1234 5678");
    expect(put().disabled).toBe(true);
    type("1234 1235");
    expect(put().disabled).toBe(false);
  });
});

test.each([
  ["PK10", "CQSFS.CQSFS", "01 02 03|04 05 06", "2 × 2.00 = 4.00", "tel"],
  ["LHC", "LM.SQZ", "07-12-33; 01-02-03", "2 × 2.00 = 4.00", "tel"],
  ["K3", "HZ.HZ", "11, 12, big", "3 × 2.00 = 6.00", "text"],
  ["FFC", "DXDS.Q2", "big odd, small even", "2 × 2.00 = 4.00", "text"],
  ["FFC", "YX.DWD", "12|-|-|-|7", "3 × 2.00 = 6.00", "text"],
  ["LHC", "SX.HX", "rat ox, pig dog", "2 × 2.00 = 4.00", "text"],
  ["FFC", "SX.Z12", "1123", "1 × 2.00 = 2.00", "tel"],
] as const)("%s %s: %s", async (game, option, text, cost, keys) => {
  await openSheet(game, option);
  expect(field().inputMode).toBe(keys);
  type(text);
  expect(screen.getByText(cost)).toBeDefined();
});

test("what is typed in practice is not found on the board of money, nor the other way round", async () => {
  const practice = practiceStorage(localStorage);
  await openSheet("FFC", "HR.ZX", practice);
  type("12 34");
  cleanup();
  await openSheet("FFC", "HR.ZX");
  expect(field().value).toBe("");
  type("56");
  cleanup();
  await openSheet("FFC", "HR.ZX", practice);
  expect(field().value).toBe("12 34");
});
