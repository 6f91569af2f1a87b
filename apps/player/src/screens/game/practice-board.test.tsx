import type { DrawResult } from "@lotus/contract";
import { facts } from "@lotus/games";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serverClock } from "../../api/server-clock.ts";
import { createPracticeAccount, practiceStorage } from "../../features/practice/practice-account.ts";
import { PracticeWords } from "../../features/practice/practice-words.tsx";
import { createGameStore, type GameStore } from "../../features/slip/game-store.ts";
import { loadCatalog } from "../../i18n/i18n.ts";
import { emitLiveEvent } from "../../live/live-events.ts";
import { nextPaint } from "../../shell/next-paint.ts";
import { fakeServer, type FakeRequest } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { PracticeBoard } from "./practice-board.tsx";

const NOON = Date.UTC(2026, 10, 21, 5);
const PERIOD = {
  gameCode: "K3",
  prizeNo: "202611210001",
  status: "open" as const,
  openAt: NOON,
  closeAt: NOON + 50_000,
  drawAt: NOON + 60_000,
};
const DRAW: DrawResult = {
  gameCode: "K3",
  prizeNo: PERIOD.prizeNo,
  drawAt: PERIOD.drawAt,
  numbers: [6, 5, 4],
  late: false,
  facts: { ...facts("K3", [6, 5, 4]) },
};

let requests: FakeRequest[];
let drawn: boolean;

beforeEach(() => {
  localStorage.clear();
  drawn = false;
  vi.spyOn(serverClock, "now").mockImplementation(() => (drawn ? PERIOD.drawAt + 1000 : NOON + 1000));
  requests = fakeServer({
    "GET /api/lottery/current/K3": { data: { ...PERIOD, serverTime: NOON + 1000 } },
    "GET /api/lottery/last/K3": () => ({ data: drawn ? DRAW : null }),
    "GET /api/lottery/history/K3": () => ({ data: { list: drawn ? [DRAW] : [], nextCursor: null } }),
    "GET /api/app/config": { data: { serverTime: NOON, readings: {}, features: {} } },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function practise() {
  const tree = ruleTree("K3");
  // What stands on the slip of money, before and after.
  const money = createGameStore("K3", localStorage, "minh");
  money.getState().enter(tree.rules);
  money.getState().replace("sum", ["7"]);
  money.getState().addLine();
  const kept = localStorage.getItem("lotus.slip.K3.minh");
  const account = createPracticeAccount(localStorage, "minh");
  const store = createGameStore("K3", practiceStorage(localStorage), "minh");
  await renderScreen(null, "en-US");
  for (const part of ["practice", "slips"] as const) await loadCatalog(part);
  await renderScreen(
    <PracticeWords>
      <PracticeBoard
        game={undefined}
        tree={tree}
        store={store}
        account={account}
        bounds={{ maxLines: 200, maxBets: 100_000 }}
      />
    </PracticeWords>,
    "en-US",
  );
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith("/current/K3"))).toBe(true));
  return { account, store, money, kept };
}

/** Picks on the board; the bar says it once the frame that shows the pick is over. */
async function pick(store: GameStore): Promise<void> {
  await act(async () => {
    store.getState().replace("side", ["big"]);
    await nextPaint();
  });
}

test("points are bet and paid by the real draw; nothing is sent, and the slip of money stays as it is", async () => {
  const { account, store, money, kept } = await practise();
  expect(screen.getByText("Practice: points of this device, not money")).toBeDefined();
  await pick(store);
  fireEvent.click(await screen.findByRole("button", { name: "Bet points" }));
  const slip = within(await screen.findByRole("dialog", { name: "Practice slip" }));
  expect(slip.getByText("Practice points")).toBeDefined();
  fireEvent.click(slip.getByRole("button", { name: "Bet 1 × 2.00 = 2.00 pts" }));
  await screen.findByText("Practice: 1 bet waiting, draw 0001");
  expect(account.getState().points).toBe("9998.00");
  expect(localStorage.getItem("lotus.slip.K3.minh")).toBe(kept);
  expect(money.getState().lines).toHaveLength(1);
  drawn = true;
  act(() => emitLiveEvent("draw", { ...DRAW, serverTime: PERIOD.drawAt }));
  const [bet] = account.getState().bets;
  await waitFor(() => expect(account.getState().bets[0]?.state).toBe("won"));
  expect(account.getState().bets[0]?.payout).toBe(
    (Number(bet?.odds["side/big"] ?? bet?.odds["big"]) * 2).toFixed(2),
  );
  await screen.findByText(/^Practice, draw 0001: 2\.00 pts bet, \d+\.\d\d pts back$/u);
  // Reads of draws alone, and none has a body.
  expect(requests.filter(({ path, body }) => !path.startsWith("GET ") || body !== undefined)).toEqual([]);
  expect(requests.filter(({ path }) => !/^GET \/api\/(?:lottery|app)\//u.test(path))).toEqual([]);
});

test("records say what practice is, list the bets, and start over at the player's word", async () => {
  const { account, store } = await practise();
  await pick(store);
  fireEvent.click(await screen.findByRole("button", { name: "Bet points" }));
  fireEvent.click(await screen.findByRole("button", { name: /^Bet 1 × .* pts$/u }));
  fireEvent.click(await screen.findByRole("button", { name: "9,998.00 pts" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Points and practice bets" }));
  expect(sheet.getAllByRole("listitem")).toHaveLength(1);
  expect(sheet.getByText(/sent nowhere/u)).toBeDefined();
  fireEvent.click(sheet.getByRole("button", { name: "Start over" }));
  const ask = within(await screen.findByRole("alertdialog"));
  fireEvent.click(ask.getByRole("button", { name: "Start over" }));
  expect(account.getState()).toMatchObject({ points: "10000.00", bets: [] });
  await sheet.findByText("No practice bet yet.");
});

test("a phone that wakes after the sale bets nothing on a draw whose result may be known", async () => {
  const { account, store } = await practise();
  await pick(store);
  fireEvent.click(await screen.findByRole("button", { name: "Bet points" }));
  const bet = await screen.findByRole("button", { name: /^Bet 1 × .* pts$/u });
  // Nothing has been drawn anew on the screen yet.
  vi.mocked(serverClock.now).mockReturnValue(PERIOD.closeAt + 1);
  fireEvent.click(bet);
  await screen.findByText("Draw 0001 is closed.");
  await waitFor(() =>
    expect(store.getState()).toMatchObject({ attempt: null, lines: [{ optionId: "HZ.HZ" }] }),
  );
  expect(account.getState()).toMatchObject({ points: "10000.00", bets: [] });
});

test("a slip that a killed app left behind is placed once or given up, and never stays in the way", async () => {
  const { account, store } = await practise();
  await pick(store);
  act(() => store.getState().addLine());
  const left = (idempotencyKey: string, prizeNo: string) =>
    act(() =>
      store.getState().setAttempt({
        idempotencyKey,
        prizeNo,
        version: 1,
        amount: "2.00",
        lines: store.getState().lines,
      }),
    );
  left("points-1", "202611200001");
  fireEvent.click(await screen.findByRole("button", { name: "Check" }));
  fireEvent.click(await screen.findByRole("button", { name: "Try again, never placed twice" }));
  await waitFor(() => expect(store.getState().attempt).toBeNull());
  expect(account.getState().bets).toEqual([]);
  expect(store.getState().lines).toHaveLength(1);
});
