import { CALLS, type BetRecord } from "@lotus/contract";
import { queryClient } from "../../api/query-client.ts";
import { serverClock } from "../../api/server-clock.ts";
import { api } from "../../session/api.ts";
import { useSession } from "../../session/session.ts";
import {
  awaitedResults,
  awaitResult,
  dropAwaited,
  resultKey,
  takeForTelling,
} from "../../session/result-news.ts";
import { useSettings } from "../../session/settings.ts";
import { onLiveEvent } from "../../live/live-events.ts";
import { REVEAL_MS } from "../../artwork/use-reveal.ts";
import { giveCue } from "../../components/cue.ts";
import { gamesQuery, LARGEST_PAGE, latestBetsQuery, readerZone } from "../game-data/queries.ts";
import { breakIn, playLimitsQuery } from "../protection/play-limits.ts";
import { periodOutcome, resultLayout } from "./outcome.ts";
import { type GamePeriod, ordersIn } from "./period-result.ts";
import { showInPlace } from "./result-place.ts";
import { tellResults, type ToldResult } from "./told-results.ts";

/** When to ask again while a period is drawn and not all of its orders are settled, which most are within a second. */
const ASK_AGAIN_MS = [300, 600, 1500] as const;
/** Retry delay after a failure: there may be no further event. */
const AFTER_FAILURE_MS = 10_000;
/** Delay of a visible but unfocused window, so that the focused one, which may show the draw first, tells the result. */
const OTHER_WINDOW_MS = Math.max(...Object.values(REVEAL_MS)) + 500;

/** Periods named by an event whose result has not been shown yet. */
const heard = new Map<string, GamePeriod>();
/** How often in a row the bets of a game were asked for without being settled. */
const askedAgain = new Map<string, number>();

/**
 * Tells the player the result of their bets, once, on every page: in place if the page supports it, as the game page
 * does, otherwise above the page. Results of bets placed before the app was closed are told when it is opened again.
 */
export function watchResults(): void {
  onLiveEvent("order", ({ gameCode, prizeNo, status }) => {
    if (status !== "won" && status !== "notWon") return;
    checkAfter({ gameCode, prizeNo });
  });
  // An order that won nothing has no event of its own, only the draw's.
  onLiveEvent("draw", ({ gameCode, prizeNo }) => {
    if (hasBetsIn({ gameCode, prizeNo })) checkAfter({ gameCode, prizeNo });
  });
  // Catches up on what happened while the stream was disconnected.
  onLiveEvent("hello", catchUp);
  document.addEventListener("visibilitychange", () => void checkAll());
  catchUp();
}

function catchUp(): void {
  void checkAll();
  void learnOpenBets();
}

/** Bets placed on another device, or by the server for the player, are awaited here as well. */
async function learnOpenBets(): Promise<void> {
  const player = useSession.getState().username;
  if (document.hidden || !useSession.getState().isLoggedIn()) return;
  const query = { range: "3d", ...readerZone(), status: "notDrawn", pageSize: LARGEST_PAGE } as const;
  const found = await api
    .call(CALLS.betList, { params: { gameCode: "ALL" }, query }, { hideErrors: true })
    .catch(() => undefined);
  if (useSession.getState().username !== player) return;
  const before = new Set(awaitedResults());
  const learned = (found?.list ?? []).filter((order) => !before.has(keyOf(order)));
  for (const order of learned) awaitResult(keyOf(order));
  // One may have been drawn during the request.
  await check([...new Set(learned.map(({ gameCode }) => gameCode))]);
}

function checkAfter(period: GamePeriod): void {
  heard.set(keyOf(period), period);
  void check([period.gameCode]);
}

/** Whether the player has a bet on a period: placed in this browser, or seen in a list since. */
function hasBetsIn(period: GamePeriod): boolean {
  const known = queryClient.getQueryData(latestBetsQuery(period.gameCode).queryKey);
  return awaitedResults().includes(keyOf(period)) || ordersIn(known?.list ?? [], period).length > 0;
}

function duePeriods(): GamePeriod[] {
  const awaited = awaitedResults().map((key) => {
    const [gameCode = "", prizeNo = ""] = key.split(" ");
    return { gameCode, prizeNo };
  });
  return [...heard.values(), ...awaited];
}

function checkAll(): Promise<void> {
  return check([...new Set(duePeriods().map(({ gameCode }) => gameCode))]);
}

/** Fetches the bets of games and shows complete results. A hidden page shows none. */
async function check(gameCodes: readonly string[]): Promise<void> {
  if (gameCodes.length === 0 || document.hidden || !useSession.getState().isLoggedIn()) return;
  const found = (await Promise.all(gameCodes.map(checkGame))).flat();
  if (found.length === 0) return;
  if (!document.hasFocus()) await new Promise((resolve) => setTimeout(resolve, OTHER_WINDOW_MS));
  const mine = takeForTelling(found.map(keyOf));
  tell(found.filter((result) => mine.includes(keyOf(result))));
}

const keyOf = ({ gameCode, prizeNo }: GamePeriod) => resultKey(gameCode, prizeNo);

/** Results of a game that are due and complete. */
async function checkGame(gameCode: string): Promise<readonly ToldResult[]> {
  const player = useSession.getState().username;
  // Bets placed during the request are missing from its reply.
  const due = new Map(duePeriods().map((period) => [keyOf(period), period]));
  const page = await queryClient
    .fetchQuery({ ...latestBetsQuery(gameCode), staleTime: 0 })
    .catch(() => undefined);
  if (useSession.getState().username !== player) return [];
  if (page === undefined) {
    if ([...heard.values()].some((period) => period.gameCode === gameCode))
      setTimeout(() => void check([gameCode]), AFTER_FAILURE_MS);
    return [];
  }
  const results: ToldResult[] = [];
  const gone: GamePeriod[] = [];
  let incomplete = false;
  for (const [key, period] of due) {
    if (period.gameCode !== gameCode) continue;
    const orders = ordersIn(page.list, period);
    const outcome = periodOutcome(orders);
    if (orders.length === 0) gone.push(period);
    else if (outcome.settled) results.push({ ...period, outcome, orders });
    else if (heard.has(key) || isDrawn(orders)) incomplete = true;
  }
  for (const period of [...gone, ...results]) heard.delete(keyOf(period));
  if (gone.length > 0) dropAwaited(gone.map(keyOf));
  if (incomplete) {
    const asked = askedAgain.get(gameCode) ?? 0;
    askedAgain.set(gameCode, asked + 1);
    setTimeout(() => void check([gameCode]), ASK_AGAIN_MS[asked] ?? ASK_AGAIN_MS[2]);
  } else askedAgain.delete(gameCode);
  return results;
}

/** Drawn and not settled: its event may have come while the stream was away, and no other will. */
function isDrawn(orders: readonly BetRecord[]): boolean {
  return orders.some(({ status }) => status === "drawn");
}

function tell(results: readonly ToldResult[]): void {
  if (useSettings.getState().resultStyle === "none") return;
  const elsewhere = results.filter((result) => !showInPlace({ ...result, won: isWon(result) }));
  if (elsewhere.length === 0 || isOnBreak()) return;
  // Names and pictures of the games, where the page has not loaded them.
  void queryClient.prefetchQuery({ ...gamesQuery, staleTime: Infinity });
  giveCue(elsewhere.some(isWon) ? "won" : "drawn");
  tellResults(elsewhere);
}

const isWon = ({ outcome }: ToldResult): boolean => resultLayout(outcome) === "won";

/**
 * On a break nothing about bets is told unasked; the records have it. What stands above all pages keeps the limits
 * loaded and current, so that no result waits for a request.
 */
function isOnBreak(): boolean {
  return breakIn(queryClient.getQueryData(playLimitsQuery.queryKey), serverClock.now()) !== null;
}
