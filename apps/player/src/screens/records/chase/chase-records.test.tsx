import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { loadCatalog } from "../../../i18n/i18n.ts";
import { emitLiveEvent } from "../../../live/live-events.ts";
import { useSession } from "../../../session/session.ts";
import { fakeServer, type FakeRequest } from "../../../testing/fake-server.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { ruleTree } from "../../../testing/rules.ts";
import { Screen } from "./chase-records.tsx";
import { stepWords } from "./chase-words.ts";

const went = vi.hoisted((): string[] => []);
vi.mock("../../../shell/navigation.ts", () => ({
  navigation: { push: async (url: string) => void went.push(url), back: async () => undefined },
}));

const NO = "C202611210000000001";
const CHASE = {
  chaseNo: NO,
  gameCode: "K3",
  time: Date.UTC(2026, 10, 21, 3),
  state: "running",
  lines: [
    {
      optionId: "HZ.HZ",
      modeName: "Sum",
      optionName: "Sum",
      groups: [{ code: "sum", items: ["9"] }],
      betNumbers: "9",
      betCount: 1,
      amount: "1.00",
    },
  ],
  periods: 5,
  placed: 2,
  missed: 1,
  firstPrizeNo: "202611210601",
  lastPrizeNo: "202611210605",
  nextPrizeNo: "202611210604",
  total: "5.00",
  staked: "2.00",
  payout: "0.00",
  refund: "0.00",
  held: "2.00",
  stopOnWin: true,
  stopLoss: "4.00",
  oddsVersion: 3,
};
const step = (place: number, more: object) => ({
  place,
  prizeNo: `20261121060${String(place)}`,
  multiple: 1,
  stake: "1.00",
  ...more,
});
const STEPS = [
  step(1, {
    state: "placed",
    orderNos: ["B202611210000000007"],
    decided: true,
    payout: "0.00",
    refund: "0.00",
  }),
  step(2, { state: "missed", why: "result-late" }),
  step(3, {
    state: "placed",
    orderNos: ["B202611210000000008"],
    decided: false,
    payout: "0.00",
    refund: "0.00",
  }),
  step(4, { state: "planned" }),
  step(5, { state: "planned" }),
];

let chase: object;
let odds: object[];
let year: { agreed: number; now: number } | undefined;
let requests: FakeRequest[];
const asked = (path: string) => requests.filter((request) => request.path === path);

beforeEach(async () => {
  went.length = 0;
  localStorage.clear();
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
  chase = CHASE;
  year = undefined;
  odds = [{ agreed: { "sum/9": "8.00" } }];
  requests = fakeServer({
    "GET /api/lottery/games": { data: { list: [], serverTime: 0 } },
    "GET /api/lottery/rule/K3": { data: ruleTree("K3") },
    "GET /api/lottery/rule/LHC": { data: ruleTree("LHC") },
    "GET /api/lottery/chases/ALL": () => ({ data: { list: [chase], nextCursor: null } }),
    [`GET /api/lottery/chaseDetail/${NO}`]: () => ({
      data: { chase, odds, version: 4, year, steps: STEPS, nextCursor: null },
    }),
    [`POST /api/lottery/cancelChase/${NO}`]: { data: { chaseNo: NO, refund: "2.00", balance: "98.00" } },
    [`POST /api/lottery/chaseOdds/${NO}`]: { data: CHASE },
  });
  await renderScreen(<Screen query={{}} />, "en-US");
  await loadCatalog("chase");
  await loadCatalog("records");
  await screen.findByText("3 of 5 draws · 2.00 held");
});

const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));
async function open() {
  await press(/3 of 5 draws/u);
  await screen.findByRole("heading", { name: "Planned draws" });
}

test("a chase shows each planned period with what became of it, and why", async () => {
  await open();
  const rows = screen.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows[0]).toContain("Not won");
  expect(rows[1]).toContain("The result before it came too late.");
  expect(rows[2]).toContain("Bet placed");
  expect(rows[3]).toContain("Planned");
  expect(screen.getByText("on a win · at a loss of 4.00")).toBeDefined();
  expect(screen.getByText("Result so far").nextElementSibling?.textContent).toContain("2.00");
});

test("a period that was bet on leads to its bet", async () => {
  await open();
  fireEvent.click(within(screen.getAllByRole("listitem")[0] ?? document.body).getByRole("button"));
  expect(went).toEqual(["/pages-sub/record/betting?code=K3&order=B202611210000000007"]);
});

test("it is ended once it is confirmed, with what comes back", async () => {
  await open();
  await press("End this chase");
  expect(screen.getByRole("alertdialog").textContent).toContain("2.00 comes back to your balance at once.");
  expect(asked(`POST /api/lottery/cancelChase/${NO}`)).toHaveLength(0);
  fireEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "End this chase" }));
  await vi.waitFor(() => expect(asked(`POST /api/lottery/cancelChase/${NO}`)).toHaveLength(1));
});

test("while it asks, both odds stand side by side, and the version that is shown is agreed to", async () => {
  chase = { ...CHASE, state: "asking", asksVersion: 3 };
  odds = [{ agreed: { "sum/9": "8.00" }, now: { "sum/9": "7.50" } }];
  act(() => emitLiveEvent("chase", { chaseNo: NO, gameCode: "K3", state: "asking" }));
  await screen.findByText("Waits for you");
  await open();
  const table = await screen.findByRole("table");
  expect(
    within(table)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["×8.00", "×7.50"]);
  await press("Go on with the new odds");
  await vi.waitFor(() =>
    expect(asked(`POST /api/lottery/chaseOdds/${NO}`).map(({ body }) => body)).toEqual([{ version: 4 }]),
  );
});

test("in a new lunar year it asks with the animals' numbers and odds of both, and that year is agreed to", async () => {
  const [line] = CHASE.lines;
  chase = {
    ...CHASE,
    gameCode: "LHC",
    state: "asking",
    asksVersion: 4,
    lines: [
      {
        ...line,
        optionId: "SX.TX",
        optionName: "Special",
        groups: [{ code: "zodiac", items: ["goat", "rat"] }],
      },
    ],
  };
  odds = [{ agreed: { "hit/year": "9.55", "hit/other": "11.94" } }];
  year = { agreed: 2026, now: 2027 };
  act(() => emitLiveEvent("chase", { chaseNo: NO, gameCode: "LHC", state: "asking" }));
  await screen.findByText("Waits for you");
  await open();
  const region = await screen.findByRole("region", {
    name: "A new lunar year has begun: each animal stands for other numbers.",
  });
  expect(
    within(region)
      .getAllByRole("rowheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["Special · Goat", "Special · Rat"]);
  expect(
    within(region)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  ).toEqual(["×11.94 · 12 24 36 48", "×9.55 · 1 13 25 37 49", "×11.94 · 7 19 31 43", "×11.94 · 8 20 32 44"]);
  await press("Go on in the new year");
  await vi.waitFor(() =>
    expect(asked(`POST /api/lottery/chaseOdds/${NO}`).map(({ body }) => body)).toEqual([
      { version: 4, lunar_year: 2027 },
    ]),
  );
});

test("it follows the server's events", async () => {
  chase = { ...CHASE, state: "ended", why: "won", held: "0.00", placed: 3 };
  act(() => emitLiveEvent("chase", { chaseNo: NO, gameCode: "K3", state: "ended" }));
  await screen.findByText("4 of 5 draws");
  await press(/4 of 5 draws/u);
  await screen.findByText("A draw won, as you had chosen.");
  expect(screen.queryByRole("button", { name: "End this chase" })).toBeNull();
});

test("a draw of a chase is returned if its whole stake came back, and otherwise not won", () => {
  const stepWith = (refund: string) =>
    stepWords(
      {
        place: 1,
        prizeNo: "1",
        multiple: 1,
        stake: "4.00",
        state: "placed",
        decided: true,
        payout: "0.00",
        refund,
      },
      { t: (key) => key },
    ).text;
  expect(["4.00", "1.00", "0.00"].map(stepWith)).toEqual([
    "chase.step.refunded",
    "chase.step.lost",
    "chase.step.lost",
  ]);
});
