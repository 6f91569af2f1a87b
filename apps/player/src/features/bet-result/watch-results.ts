import type { BetRecord } from "@lotus/contract";
import { queryClient } from "../../api/query-client.ts";
import { useSession } from "../../session/session.ts";
import { awaitedResults, dropAwaited, resultKey, takeForTelling } from "../../session/result-news.ts";
import { notify } from "../../shell/notify.ts";
import { formatsOf } from "../../i18n/formats.ts";
import { chosenLocale, i18n, word } from "../../i18n/i18n.ts";
import { onLiveEvent } from "../../live/live-events.ts";
import { giveCue } from "../../components/cue.ts";
import { gamesQuery, latestBetsQuery } from "../game-data/queries.ts";
import { type PeriodOutcome, periodOutcome, resultLayout } from "./outcome.ts";
import { type GamePeriod, ordersIn, outcomeLine } from "./period-result.ts";
import { showInPlace } from "./result-place.ts";

/** Polling interval while only some of a period's orders are settled. */
const ASK_AGAIN_MS = 1500;
/** Retry delay after a failure: there may be no further event. */
const AFTER_FAILURE_MS = 10_000;
/** Delay of a visible but unfocused window, so that the focused one shows the result first. */
const OTHER_WINDOW_MS = 1000;

/** Periods named by an event whose result has not been shown yet. */
const heard = new Map<string, GamePeriod>();

/**
 * Shows the player the result of their bets, once, on every page: in place if the page supports it, as the game page
 * does, otherwise as a toast. Results of bets placed before the app was closed are shown when it is opened again.
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
  onLiveEvent("hello", () => void checkAll());
  document.addEventListener("visibilitychange", () => void checkAll());
  void checkAll();
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

interface CompleteResult extends GamePeriod {
  readonly outcome: PeriodOutcome;
}

/** Fetches the bets of games and shows complete results. A hidden page shows none. */
async function check(gameCodes: readonly string[]): Promise<void> {
  if (gameCodes.length === 0 || document.hidden || !useSession.getState().isLoggedIn()) return;
  const found = (await Promise.all(gameCodes.map(checkGame))).flat();
  if (found.length === 0) return;
  if (!document.hasFocus()) await new Promise((resolve) => setTimeout(resolve, OTHER_WINDOW_MS));
  const mine = takeForTelling(found.map(keyOf));
  await announce(found.filter((result) => mine.includes(keyOf(result))));
}

const keyOf = ({ gameCode, prizeNo }: GamePeriod) => resultKey(gameCode, prizeNo);

/** Results of a game that are due and complete. */
async function checkGame(gameCode: string): Promise<readonly CompleteResult[]> {
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
  const results: CompleteResult[] = [];
  const gone: GamePeriod[] = [];
  let incomplete = false;
  for (const [key, period] of due) {
    if (period.gameCode !== gameCode) continue;
    const orders = ordersIn(page.list, period);
    const outcome = periodOutcome(orders);
    if (orders.length === 0) gone.push(period);
    else if (outcome.settled) results.push({ ...period, outcome });
    else if (heard.has(key) || isDrawn(orders)) incomplete = true;
  }
  for (const period of [...gone, ...results]) heard.delete(keyOf(period));
  if (gone.length > 0) dropAwaited(gone.map(keyOf));
  if (incomplete) setTimeout(() => void check([gameCode]), ASK_AGAIN_MS);
  return results;
}

/** Drawn and not settled: its event may have come while the stream was away, and no other will. */
function isDrawn(orders: readonly BetRecord[]): boolean {
  return orders.some(({ status }) => status === "drawn");
}

async function announce(results: readonly CompleteResult[]): Promise<void> {
  const [first] = results;
  if (first === undefined || results.every(showInPlace)) return;
  const words = { ...formatsOf(chosenLocale(i18n.locale)), t: word };
  giveCue(results.some(({ outcome }) => resultLayout(outcome) === "won") ? "won" : "drawn");
  if (results.length === 1) {
    const game = await gameNameOf(first.gameCode);
    const title = word("play.result.title", { game, no: first.prizeNo });
    notify(`${title} · ${outcomeLine(first.outcome, words)}`);
    return;
  }
  const sum = (of: "stake" | "payout") =>
    words.money(results.reduce((all, { outcome }) => all + outcome[of], 0n));
  notify(
    `${word("app.unseenResults", { count: results.length })} · ${word("play.result.stakeAndPayout", {
      stake: sum("stake"),
      payout: sum("payout"),
    })}`,
  );
}

async function gameNameOf(code: string): Promise<string> {
  const games = await queryClient.ensureQueryData(gamesQuery).catch(() => undefined);
  return games?.list.find((game) => game.gameCode === code)?.name ?? code;
}
