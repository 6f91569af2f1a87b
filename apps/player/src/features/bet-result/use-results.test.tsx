import type { BetRecord, DrawResult } from "@lotus/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ToastHost } from "@lotus/ui";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadCatalog } from "../../i18n/i18n.ts";
import { emitLiveEvent } from "../../live/live-events.ts";
import { awaitResult, resultKey, seeResults, useResultNews } from "../../session/result-news.ts";
import { useSession } from "../../session/session.ts";
import { useSettings } from "../../session/settings.ts";
import { AppTabBar } from "../../shell/app-tab-bar.tsx";
import { renderScreen } from "../../testing/render-screen.tsx";
import { bet } from "../../testing/bets.ts";
import { NO_LIMITS } from "../../testing/no-limits.ts";
import { queryClient } from "../../api/query-client.ts";
import { playLimitsQuery } from "../protection/play-limits.ts";
import { drawOf } from "./period-result.ts";
import { useResults } from "./use-results.ts";
import { ResultBar } from "./result-bar.tsx";
import { ResultWindow } from "./result-window.tsx";
import { putStripAway, useToldResults } from "./told-results.ts";
import { watchResults } from "./watch-results.ts";

vi.mock("../../components/cue.ts", () => ({ giveCue: () => undefined }));

/** What the server holds, by game. */
let bets: Record<string, BetRecord[]>;
/** Nothing is picked on the board. */
let free: boolean;
/** The server answers nothing. */
let failing: boolean;

function Told() {
  const results = useResults("FFC", () => free);
  // The test stands in for the server and brings draws itself.
  // oxlint-disable-next-line react/globals
  onDraw = results.onDraw;
  const { result, waiting, inWindow } = results;
  return (
    <>
      <output data-testid="told">
        {result === null
          ? "nothing"
          : `${inWindow ? "window" : "strip"}: ${result.draw.gameCode} ${result.draw.prizeNo}: ${result.orders.length} +${waiting}`}
      </output>
      <button type="button" onClick={results.putAway}>
        seen
      </button>
      <button type="button" onClick={results.open}>
        open
      </button>
    </>
  );
}

/** A page without bets. */
function Elsewhere() {
  return (
    <>
      <AppTabBar current="home" />
      <ResultBar />
      <ResultWindow />
      <ToastHost />
    </>
  );
}

let onDraw: (draw: DrawResult) => void;
const shows = (text: string) => waitFor(() => expect(screen.getByTestId("told").textContent).toBe(text));
const status = () => screen.getByRole("status").textContent;
const settled = (order: BetRecord) => act(async () => emitLiveEvent("order", order));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const rest = () => pass(60);
const ffcDraw: DrawResult = {
  gameCode: "FFC",
  prizeNo: "202611210582",
  drawAt: 0,
  numbers: [8, 2, 5, 9, 8],
  late: false,
  facts: {},
};
const dice = bet({
  orderNo: "3",
  gameCode: "K3",
  status: "won",
  payout: "15.12",
  winningNumbers: [2, 3, 4],
});
const lhc = bet({
  gameCode: "LHC",
  status: "notWon",
  winningNumbers: [1, 2, 3, 4, 5, 6, 49],
  lunarYear: 2026,
});

beforeAll(() => {
  watchResults();
  void loadCatalog("news");
});
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  bets = {};
  free = true;
  failing = false;
  useToldResults.setState({ strip: [], windows: [] });
  localStorage.clear();
  useResultNews.setState({ player: "", awaited: [], told: [], unseen: [] });
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
  useSettings.setState({ resultStyle: "strip" });
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  vi.stubGlobal("fetch", async (url: string) => {
    if (failing) throw new TypeError("no network");
    const code = /orderList\/(\w+)/u.exec(url)?.[1];
    const list = code === undefined ? undefined : (bets[code] ?? []);
    const data = url.includes("getUserInfo")
      ? { id: "1", balance: "1.00", username: "minh_anh88", unreadMsg: 0 }
      : url.includes("/api/lottery/games")
        ? { list: [], serverTime: 0 }
        : list && { list, nextCursor: null, sum: { bet: "0.00", payout: "0.00" } };
    return Response.json({ code: data === undefined ? 9404 : 0, msg: "", data: data ?? null });
  });
});
afterEach(() => {
  act(putStripAway);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("games drawn at once are announced one after the other, each with all its orders", async () => {
  const own = ["1", "2"].map((orderNo) => bet({ orderNo, status: "notWon" }));
  bets = { FFC: own, K3: [dice] };
  useSettings.setState({ resultStyle: "window" });
  await renderScreen(<Told />, "en-US");
  await shows("nothing");
  await act(async () => onDraw(ffcDraw));
  await settled(dice);
  // The same order may be told of twice.
  await settled(dice);
  await shows("window: FFC 202611210582: 2 +1");
  fireEvent.click(screen.getByText("seen"));
  await shows("window: K3 202611210582: 1 +0");
  fireEvent.click(screen.getByText("seen"));
  await shows("nothing");
});

test("a cancelled order has no result, and a period without orders is not awaited", async () => {
  const cancelled = bet({ gameCode: "K3", status: "cancelled" });
  bets = { K3: [cancelled] };
  useSettings.setState({ resultStyle: "window" });
  await renderScreen(<Told />, "en-US");
  await settled(cancelled);
  await shows("nothing");
  await settled(bet({ gameCode: "K3", status: "notWon" }));
  bets["LHC"] = [lhc];
  await settled(lhc);
  await shows("window: LHC 202611210582: 1 +0");
});

test("the draw of a settled order has its facts, with the animals of its lunar year", () => {
  const numbers = [1, 2, 3, 4, 5, 6, 49];
  const draw = drawOf([bet({ gameCode: "LHC", winningNumbers: numbers, lunarYear: 2026 })]);
  expect(draw).toMatchObject({ numbers, facts: { lunarYear: 2026, special: { zodiac: "horse" } } });
  expect(drawOf([])).toBeUndefined();
  expect(drawOf([bet({ gameCode: "NEW", winningNumbers: [1] })])).toBeUndefined();
});

test("a seen result is not announced again by a stream, a poll or another window", async () => {
  bets = { K3: [dice] };
  useSettings.setState({ resultStyle: "window" });
  await renderScreen(<Told />, "en-US");
  await settled(dice);
  await shows("window: K3 202611210582: 1 +0");
  fireEvent.click(screen.getByText("seen"));
  await shows("nothing");
  await settled(dice);
  await act(async () => emitLiveEvent("hello", { serverTime: 0, missed: true }));
  await rest();
  await shows("nothing");
  await renderScreen(<Elsewhere />, "en-US");
  await settled(dice);
  await rest();
  expect(status()).toBe("");
});

test("no dialog opens over picks or unless chosen: the result is shown beside the bets until it is opened", async () => {
  bets = { FFC: [bet({ status: "notWon", winningNumbers: [8, 2, 5, 9, 8] })], LHC: [lhc] };
  free = false;
  useSettings.setState({ resultStyle: "window" });
  await renderScreen(<Told />, "en-US");
  await act(async () => onDraw(ffcDraw));
  await settled(bet({ status: "notWon" }));
  await shows("strip: FFC 202611210582: 1 +0");
  free = true;
  useSettings.setState({ resultStyle: "strip" });
  await settled(lhc);
  await shows("strip: FFC 202611210582: 1 +1");
  fireEvent.click(screen.getByText("open"));
  await shows("window: FFC 202611210582: 1 +1");
});

test("the next result of a game takes the place of its last in the strip, which counts as seen", async () => {
  free = false;
  const next = bet({ ...dice, orderNo: "4", prizeNo: "202611210583" });
  bets = { K3: [dice] };
  useSettings.setState({ resultStyle: "window" });
  await renderScreen(<Told />, "en-US");
  await settled(dice);
  await shows("strip: K3 202611210582: 1 +0");
  bets = { K3: [next, dice] };
  await settled(next);
  await shows("strip: K3 202611210583: 1 +0");
  expect(useResultNews.getState().unseen).toEqual(["K3 202611210583"]);
});

const shownBar = () => screen.findByRole("complementary", { name: "Results of your bets" });

test("a loss is told like a win: game, outcome, stake and payout in the same bar, which leads to the records", async () => {
  bets = { K3: [bet({ ...dice, status: "notWon", total: "4.00", payout: "0.00" })] };
  await renderScreen(<Elsewhere />, "en-US");
  await settled(dice);
  const bar = await shownBar();
  expect(bar.textContent).toMatch(/K3 · Draw 0582(?!.*again).*No win this time.*4\.00 · Paid 0\.00/iu);
  expect(within(bar).getByRole("link").getAttribute("href")).toMatch(/\/betting\?code=K3&from=result$/u);
  // Looked at, it stays; else it goes by itself, and the badge remains.
  fireEvent.pointerEnter(bar);
  await pass(30_000);
  fireEvent.pointerLeave(bar);
  await pass(6_100);
  expect(screen.queryByRole("complementary")).toBeNull();
  await screen.findByText(/1 result not seen yet/u);
});

test("several results that fall at once are one bar with their sums", async () => {
  bets = { K3: [dice], FFC: [bet({ status: "notWon" })] };
  await renderScreen(<Elsewhere />, "en-US");
  await settled(dice);
  await settled(bet({ status: "notWon" }));
  await waitFor(async () => expect((await shownBar()).textContent).toMatch(/2 draws/u));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(useResultNews.getState().unseen).toEqual([]);
});

test("by choice a window opens elsewhere too, but not over a field that is being filled in", async () => {
  useSettings.setState({ resultStyle: "window" });
  bets = { K3: [dice], FFC: [bet({ status: "notWon", winningNumbers: [8, 2, 5, 9, 8] })] };
  await renderScreen(
    <>
      <input aria-label="amount" />
      <Elsewhere />
    </>,
    "en-US",
  );
  screen.getByLabelText("amount").focus();
  await settled(dice);
  expect((await shownBar()).textContent).toMatch(/You won \+15\.12/u);
  screen.getByLabelText("amount").blur();
  await settled(bet({ status: "notWon" }));
  expect((await screen.findByRole("dialog")).textContent).toMatch(/FFC · Draw 202611210582/u);
});

test.each([
  ["with the badge alone chosen", "none", null],
  ["during a break", "window", Date.now() + 86_400_000],
] as const)("%s nothing is shown, and the badge counts it", async (_, resultStyle, timeOutUntil) => {
  useSettings.setState({ resultStyle });
  bets = { K3: [dice] };
  await renderScreen(<Elsewhere />, "en-US");
  queryClient.setQueryData(playLimitsQuery.queryKey, { ...NO_LIMITS, timeOutUntil });
  await settled(dice);
  await screen.findByText(/1 result not seen yet/u);
  await rest();
  expect(status()).toBe("");
  expect(useToldResults.getState()).toEqual({ strip: [], windows: [] });
});

test("bets placed on another device are awaited here too", async () => {
  const elsewhere = bet({ gameCode: "LHC", status: "notDrawn" });
  bets = { ALL: [elsewhere], LHC: [elsewhere] };
  await renderScreen(<Elsewhere />, "en-US");
  await act(async () => emitLiveEvent("hello", { serverTime: 0, missed: false }));
  await waitFor(() => expect(useResultNews.getState().awaited).toEqual(["LHC 202611210582"]));
});

test("elsewhere in the app it is announced once with its sum, and the last tab counts it until it is seen", async () => {
  bets = { K3: [dice] };
  await renderScreen(<Elsewhere />, "en-US");
  await settled(dice);
  await waitFor(() => expect(status()).toMatch(/K3 · Draw 0582 · You won \+15\.12/u));
  await screen.findByText(/1 result not seen yet/u);
  act(() => seeResults());
  expect(screen.queryByText(/not seen/u)).toBeNull();
});

test("there too, a payout below the stake is stated and not called a win", async () => {
  const back = bet({ ...dice, total: "4.00", payout: "3.90" });
  bets = { K3: [back] };
  await renderScreen(<Elsewhere />, "en-US");
  await settled(back);
  await waitFor(() => expect(status()).toMatch(/Staked 4\.00 · Paid 3\.90/u));
  expect(status()).not.toMatch(/won/u);
});

test("a bet drawn while the app was closed or hidden is announced when the app is visible again", async () => {
  bets = { K3: [dice], FFC: [bet({ status: "notDrawn" })] };
  awaitResult(resultKey("K3", "202611210582"));
  awaitResult(resultKey("FFC", "202611210582"));
  awaitResult(resultKey("LHC", "202611210001"));
  await renderScreen(<Elsewhere />, "en-US");
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await act(async () => emitLiveEvent("hello", { serverTime: 0, missed: false }));
  await rest();
  expect(status()).toBe("");
  hidden.mockReturnValue(false);
  await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(status()).toMatch(/You won \+15\.12/u));
  // The bet still to be drawn is waited for; one that is in no list any more is not.
  expect(useResultNews.getState().awaited).toEqual(["FFC 202611210582"]);
});

test("a bet that won nothing is announced within a second of its settlement, by the event of its draw", async () => {
  const draw = { ...ffcDraw, gameCode: "K3", numbers: [1, 2, 3], serverTime: 0 };
  bets = { K3: [bet({ ...dice, status: "notDrawn" })] };
  awaitResult(resultKey("K3", "202611210582"));
  await renderScreen(<Elsewhere />, "en-US");
  await act(async () => emitLiveEvent("draw", draw));
  await rest();
  expect(status()).toBe("");
  bets = { K3: [bet({ ...dice, status: "notWon", payout: "0.00" })] };
  await pass(950);
  expect(status()).toMatch(/K3 · Draw 0582 · No win/u);
  act(putStripAway);
  await act(async () => emitLiveEvent("draw", draw));
  await rest();
  expect(status()).toBe("");
});

test("a draw without bets causes no request", async () => {
  bets = { K3: [dice] };
  await renderScreen(<Elsewhere />, "en-US");
  await act(async () => emitLiveEvent("draw", { ...ffcDraw, gameCode: "K3", serverTime: 0 }));
  await pass(1600);
  expect(status()).toBe("");
});

test("a result that could not be fetched is retried", async () => {
  bets = {};
  await renderScreen(<Elsewhere />, "en-US");
  failing = true;
  await settled(dice);
  // Asked twice at once, then not for ten seconds.
  await pass(1500);
  failing = false;
  bets = { K3: [dice] };
  await pass(8_000);
  expect(status()).toBe("");
  await pass(2_000);
  expect(status()).toMatch(/You won \+15\.12/u);
});

test("of two windows the focused one announces it", async () => {
  bets = { K3: [dice] };
  vi.mocked(document.hasFocus).mockReturnValue(false);
  await renderScreen(<Elsewhere />, "en-US");
  await settled(dice);
  await rest();
  expect(status()).toBe("");
  // The other window has told it and written that down.
  const { state, version } = JSON.parse(localStorage.getItem("lotus.results") ?? '{"state":{},"version":1}');
  const told = { ...state, player: "minh_anh88", awaited: [], told: ["K3 202611210582"], unseen: [] };
  localStorage.setItem("lotus.results", JSON.stringify({ state: told, version }));
  await pass(1100);
  expect(status()).toBe("");
});

test("with a full storage no result is lost or announced twice", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  bets = { K3: [dice] };
  await renderScreen(<Elsewhere />, "en-US");
  expect(() => awaitResult(resultKey("K3", "202611210582"))).not.toThrow();
  await act(async () => emitLiveEvent("hello", { serverTime: 0, missed: false }));
  await waitFor(() => expect(status()).toMatch(/You won \+15\.12/u));
  act(putStripAway);
  await settled(dice);
  await rest();
  expect(status()).toBe("");
});

test("a bet placed during the request for others is still awaited", async () => {
  bets = { K3: [] };
  await renderScreen(<Elsewhere />, "en-US");
  awaitResult(resultKey("K3", "202611210581"));
  await act(async () => {
    emitLiveEvent("hello", { serverTime: 0, missed: false });
    awaitResult(resultKey("K3", "202611210582"));
  });
  await rest();
  expect(useResultNews.getState().awaited).toEqual(["K3 202611210582"]);
});
