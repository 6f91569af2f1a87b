import type { DrawResult, Trend } from "@lotus/contract";
import { facts, type GameCode, lunarYearOf, type TrackedDraw, trendsOf } from "@lotus/games";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { emitLiveEvent } from "../../live/live-events.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { gameStore } from "../../features/slip/game-store.ts";
import { navigation } from "../../shell/navigation.ts";
import { ruleTree } from "../../testing/rules.ts";
import { loadCatalog } from "../../i18n/i18n.ts";
import { Screen } from "./trends.tsx";

const FAMILIES = { FFC: "five-digits", LHC: "mark-six", PK10: "racing" } as const;
type Code = keyof typeof FAMILIES & GameCode;

const NOON = Date.UTC(2026, 10, 21, 5);
const MINUTE = 60_000;
const game = (gameCode: Code) => ({
  gameCode,
  name: `${gameCode} 1 minute`,
  family: FAMILIES[gameCode],
  cycleMinutes: 1,
  on: true,
  current: {
    gameCode,
    prizeNo: "202611210001",
    status: "open",
    openAt: NOON,
    closeAt: NOON,
    drawAt: NOON + MINUTE,
  },
  last: null,
});

/** What the server answers of draws, oldest first, as its own call makes it. */
function trendOf(gameCode: Code, draws: readonly (readonly number[])[]): Trend {
  const tracked = draws.map((numbers, at): TrackedDraw => {
    const lunarYear = gameCode === "LHC" ? lunarYearOf(NOON + at * MINUTE, "Asia/Ho_Chi_Minh") : undefined;
    return { numbers, facts: facts(gameCode, numbers, lunarYear) };
  });
  return {
    gameCode,
    family: FAMILIES[gameCode],
    draws: draws.map((numbers, at) => ({
      prizeNo: `20261121${String(at + 1).padStart(4, "0")}`,
      drawAt: NOON + at * MINUTE,
      numbers: [...numbers],
    })),
    tracks: trendsOf(FAMILIES[gameCode], tracked),
  };
}

const resultOf = (gameCode: Code, at: number, numbers: readonly number[]): DrawResult => ({
  gameCode,
  prizeNo: `20261121${String(at + 1).padStart(4, "0")}`,
  drawAt: NOON + at * MINUTE,
  numbers: [...numbers],
  late: false,
  facts: { ...facts(gameCode, numbers, gameCode === "LHC" ? 2026 : undefined) },
});

let trend: Trend;
let results: { list: DrawResult[]; nextCursor: string | null };
let requests: string[];
let failing: boolean;

beforeEach(() => {
  requests = [];
  failing = false;
  vi.stubGlobal("fetch", (input: string) => {
    requests.push(input);
    if (failing) return Promise.reject(new TypeError("no network"));
    const ruled = Object.keys(FAMILIES).find((code) => input.includes(`/rule/${code}`));
    const data = input.includes("/trend/")
      ? trend
      : ruled !== undefined
        ? ruleTree(ruled as Code)
        : input.includes("/history/")
          ? results
          : { serverTime: NOON, list: [game("FFC"), game("LHC"), game("PK10")] };
    return Promise.resolve(new Response(JSON.stringify({ code: 0, msg: "", data })));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const DIGITS = [
  [1, 2, 3, 4, 5],
  [9, 2, 3, 4, 5],
  [5, 2, 3, 4, 5],
  [7, 2, 3, 4, 7],
];

async function show(query: Parameters<typeof Screen>[0]["query"]) {
  await renderScreen(null, "en-US");
  await loadCatalog("trends");
  await loadCatalog("omission");
  return renderScreen(<Screen query={query} />, "en-US");
}
const cellsOf = (row: HTMLElement): (string | null)[] =>
  within(row)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

test("a game without draws shows when the first will be, and then its figures", async () => {
  trend = trendOf("FFC", []);
  await show({ code: "FFC" });
  const empty = (await screen.findByRole("heading", { name: "No draw yet" })).closest("section");
  await waitFor(() => expect(empty?.textContent).toMatch(/First draw at \d\d:01/u));
  trend = trendOf("FFC", DIGITS.slice(0, 1));
  act(() => emitLiveEvent("draw", { ...resultOf("FFC", 0, [1, 2, 3, 4, 5]), serverTime: NOON }));
  expect(await screen.findByRole("table")).toBeDefined();
});

describe("the table of a place", () => {
  beforeEach(() => {
    trend = trendOf("FFC", DIGITS);
  });

  test("has a row per draw, with the result and the gaps of the others", async () => {
    await show({ code: "FFC" });
    const table = await screen.findByRole("table");
    expect(
      within(table)
        .getAllByRole("columnheader")
        .map((head) => head.textContent),
    ).toEqual(["Draw", ...Array.from({ length: 10 }, (_, digit) => String(digit))]);
    fireEvent.click(screen.getByRole("radio", { name: "Units" }));
    const row = within(screen.getByRole("table")).getByRole("row", { name: /^0003/u });
    expect(cellsOf(row)).toEqual(["3", "3", "3", "3", "3", "5Drawn 5", "3", "3", "3", "3"]);
    const now = within(screen.getByRole("table")).getByRole("row", { name: /^Now/u });
    expect(cellsOf(now)).toEqual(["4", "4", "4", "4", "4", "1", "4", "0", "4", "4"]);
  });

  test("says how often each value came and what came in a row", async () => {
    await show({ code: "FFC" });
    fireEvent.click(await screen.findByRole("radio", { name: "Units" }));
    const strip = await screen.findByRole("region", { name: "Frequency" });
    expect(
      within(strip)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toContain("35");
    expect(strip.textContent).toContain("In a row now7 × 1");
    expect(strip.textContent).toContain("Longest in a row5 × 3");
  });

  test("says that there are fewer draws than requested, and requests another number", async () => {
    await show({ code: "FFC", draws: "10" });
    expect(await screen.findByText("The game has had only 4 draws.")).toBeDefined();
    expect(requests).toContain("/api/lottery/trend/FFC?draws=10");
    fireEvent.click(screen.getByRole("radio", { name: "100" }));
    await waitFor(() => expect(requests).toContain("/api/lottery/trend/FFC?draws=100"));
  });

  test("a new draw adds its row, with requests until the server counts it", async () => {
    await show({ code: "FFC" });
    await screen.findByRole("table");
    const before = requests.filter((url) => url.includes("/trend/")).length;
    act(() => emitLiveEvent("draw", { ...resultOf("FFC", 4, [0, 0, 0, 0, 0]), serverTime: NOON }));
    await waitFor(() => expect(requests.filter((url) => url.includes("/trend/")).length).toBe(before + 1));
    trend = trendOf("FFC", [...DIGITS, [0, 0, 0, 0, 0]]);
    expect(await screen.findByRole("row", { name: /^0005/u }, { timeout: 3000 })).toBeDefined();
  });

  test("the draw of another game changes nothing", async () => {
    await show({ code: "FFC" });
    await screen.findByRole("table");
    const before = requests.length;
    act(() => emitLiveEvent("draw", { ...resultOf("LHC", 4, [1, 2, 3, 4, 5, 6, 7]), serverTime: NOON }));
    expect(requests.length).toBe(before);
  });
});

describe("roads", () => {
  test("show each draw as a letter and describe the runs in words", async () => {
    trend = trendOf("FFC", [
      [1, 0, 0, 0, 0],
      [2, 0, 0, 0, 0],
      [3, 0, 0, 0, 3],
      [0, 0, 0, 0, 9],
    ]);
    await show({ code: "FFC", view: "roads" });
    fireEvent.click(await screen.findByRole("radio", { name: "Dragon tiger" }));
    const beads = screen.getByRole("img", { name: "Bead road, newest last: Dragon 2, Tie 1, Tiger 1" });
    expect(beads.textContent).toBe("DD=T");
    expect(screen.getByRole("img", { name: /^Big road/u }).textContent).toBe("DDT");
    const row = screen.getByRole("row", { name: /^Longest in a row/u });
    expect(cellsOf(row)).toEqual(["2", "1", "1"]);
  });

  test("another place keeps the kind of sides", async () => {
    trend = trendOf("PK10", [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
    await show({ code: "PK10", view: "roads" });
    fireEvent.click(await screen.findByRole("radio", { name: "Odd even" }));
    fireEvent.click(screen.getByRole("radio", { name: "Runner-up" }));
    expect(screen.getByRole("radio", { name: "Odd even" }).getAttribute("aria-checked")).toBe("true");
    expect(screen.getByRole("img", { name: "Bead road, newest last: Even 1" })).toBeDefined();
    fireEvent.click(screen.getByRole("radio", { name: "Dragon tiger" }));
    expect(screen.getAllByRole("radio", { name: /^\d+–\d+$/u }).map((each) => each.textContent)).toEqual([
      "1–10",
      "2–9",
      "3–8",
      "4–7",
      "5–6",
    ]);
  });
});

test("the 49 balls of Mark Six are said one by one", async () => {
  trend = trendOf("LHC", [
    [1, 2, 3, 4, 5, 6, 7],
    [8, 9, 10, 11, 12, 13, 7],
    [1, 20, 21, 22, 23, 24, 49],
  ]);
  await show({ code: "LHC" });
  const grid = await screen.findByRole("region", { name: "Special ball" });
  const labels = within(grid)
    .getAllByRole("listitem")
    .map((item) => item.textContent);
  expect(labels).toHaveLength(49);
  expect(labels[6]).toContain("07: drawn 2 times, 1 draw without");
  expect(labels[48]).toContain("49: drawn once, 0 draws without");
  fireEvent.click(screen.getByRole("radio", { name: "All 7 balls" }));
  expect(
    within(screen.getByRole("region", { name: "All 7 balls" })).getAllByRole("listitem")[0]?.textContent,
  ).toContain("01: drawn 2 times, 0 draws without");
  fireEvent.click(screen.getByRole("radio", { name: "Zodiac" }));
  expect(within(screen.getByRole("table")).getAllByRole("columnheader")).toHaveLength(13);
});

test("results come with their facts and lead to their proof; a new draw comes on top", async () => {
  trend = trendOf("FFC", DIGITS);
  results = { list: [resultOf("FFC", 3, [7, 2, 3, 4, 7])], nextCursor: null };
  await show({ code: "FFC", view: "results" });
  const link = await screen.findByRole("link");
  expect(link.getAttribute("href")).toBe("/pages-sub/fairness/index?code=FFC&prize=202611210004");
  expect(link.textContent).toContain("Sum 23 · Big · Odd · Tie");
  expect(requests).toContain("/api/lottery/history/FFC?page_size=30");
  act(() => emitLiveEvent("draw", { ...resultOf("FFC", 4, [0, 0, 0, 0, 1]), serverTime: NOON }));
  const [newest, ...others] = await screen.findAllByRole("link");
  expect(newest?.textContent).toContain("Sum 1 · Small · Odd · Tiger");
  expect(others).toHaveLength(1);
});

test("each view says that draws are independent", async () => {
  trend = trendOf("FFC", DIGITS);
  results = { list: [], nextCursor: null };
  await show({ code: "FFC" });
  await screen.findByRole("table");
  for (const view of ["Omission", "Roads", "Results"]) {
    fireEvent.click(screen.getByRole("tab", { name: view }));
    expect(screen.getByText(/^This only records draws already made/u)).toBeDefined();
  }
});

describe("without figures", () => {
  test("a game without a draw says so and leads to its board", async () => {
    trend = trendOf("FFC", []);
    await show({ code: "FFC" });
    expect(await screen.findByText("No draw yet")).toBeDefined();
    expect(screen.getByRole("button", { name: "To the game" })).toBeDefined();
  });

  test("an unreachable server is retried", async () => {
    trend = trendOf("FFC", DIGITS);
    failing = true;
    await show({ code: "FFC" });
    const again = await screen.findByRole("button", { name: "Try again" }, { timeout: 8000 });
    failing = false;
    fireEvent.click(again);
    expect(await screen.findByRole("table")).toBeDefined();
  }, 15_000);

  test("if one number of draws fails to load, another can be chosen", async () => {
    trend = trendOf("FFC", DIGITS);
    await show({ code: "FFC", draws: "10" });
    await screen.findByRole("table");
    failing = true;
    fireEvent.click(screen.getByRole("radio", { name: "100" }));
    await screen.findByRole("button", { name: "Try again" }, { timeout: 8000 });
    fireEvent.click(screen.getByRole("radio", { name: "10" }));
    expect(screen.getByRole("table")).toBeDefined();
  }, 15_000);

  test("without a code it is the first game of the server", async () => {
    trend = trendOf("FFC", DIGITS);
    await show({});
    expect(await screen.findByText("FFC 1 minute · Trends")).toBeDefined();
  });
});

describe("the board's part below a track", () => {
  const units = async () => {
    await show({ code: "FFC" });
    const panel = await screen.findByRole("region", { name: "Pick on the board" });
    fireEvent.click(screen.getByRole("radio", { name: "Units" }));
    await waitFor(() => expect(screen.getByRole("heading", { name: "ball5" })).toBeDefined());
    return panel;
  };

  beforeEach(() => {
    trend = trendOf("FFC", DIGITS);
    gameStore("FFC").getState().emptySlip();
  });

  test("a tap puts a number on the board of a bet on it, and the board that was shown keeps its picks", async () => {
    const store = gameStore("FFC");
    store.getState().enter(ruleTree("FFC").rules);
    store.getState().chooseOption("HR.ZX");
    store.getState().select("place4", "3");
    await units();
    const push = vi.spyOn(navigation, "push").mockResolvedValue({ ok: true });
    // Looking alone changes nothing.
    expect(store.getState().gameMode).toEqual({ modeId: "HR", optionId: "HR.ZX" });
    const cells = within(screen.getByRole("group", { name: "ball5" }));
    fireEvent.click(cells.getByRole("button", { name: /^ball5, 9/u }));
    expect(cells.getByRole("button", { name: /^ball5, 9/u, pressed: true })).toBeDefined();
    expect(store.getState().gameMode).toEqual({ modeId: "XYP", optionId: "XYP.DQ" });
    expect(store.getState().gameBetList).toEqual([{ code: "ball5", id: "XYP.DQ", ruleItem: [{ id: "9" }] }]);
    fireEvent.click(screen.getByRole("button", { name: "To the board with 1 pick" }));
    expect(push).toHaveBeenCalledWith("/pages-sub/game/index?code=FFC");
    store.getState().chooseOption("HR.ZX");
    expect(store.getState().gameBetList).toEqual([{ code: "place4", id: "HR.ZX", ruleItem: [{ id: "3" }] }]);
    push.mockRestore();
  });

  test("says what an omission means: its exact share of runs, and that the next draw knows nothing", async () => {
    await units();
    const cells = within(screen.getByRole("group", { name: "ball5" }));
    // Units were 5, 5, 5 and then 7: 4 draws without 9, (9/10)^4 = 0.6561.
    const nine = cells.getByRole("button", { name: /^ball5, 9\D*4 draws without, 7 of 10 such runs/u });
    fireEvent.click(nine);
    expect(
      screen.getByText(
        "4 draws without 9: happens in 7 of 10 such runs. The next draw knows nothing of it: 9 has a chance of 1/10, as always.",
      ),
    ).toBeDefined();
    fireEvent.click(cells.getByRole("button", { name: /^ball5, 7/u }));
    expect(screen.getByText(/^7 came in the newest draw\. The next draw knows nothing/u)).toBeDefined();
  });

  test("values on which there is no bet of their own have none", async () => {
    await units();
    fireEvent.click(screen.getByRole("radio", { name: "Sum" }));
    await screen.findByText(/^×n/u);
    expect(screen.queryByRole("region", { name: "Pick on the board" })).toBeNull();
  });
});
