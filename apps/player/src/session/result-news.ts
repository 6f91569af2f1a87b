import { create } from "zustand";
import { persist } from "zustand/middleware";
import { deviceStorage } from "./device-storage.ts";
import { useSession } from "./session.ts";

/** How many announced results are remembered. A stream that restarts replays minutes, not hundreds of draws. */
const MAX_TOLD = 200;

/**
 * Which results of their bets a player has been shown. The key of a result is its game and period: "FFC 202611210582".
 */
interface ResultNews {
  /** The player these belong to; another player of the device starts empty. */
  readonly player: string;
  /** Periods with bets placed on this device whose result has not been announced. */
  readonly awaited: readonly string[];
  /** Announced results, the oldest first: never announced again, whoever reports them. */
  readonly told: readonly string[];
  /** Announced as a toast, and not opened since. */
  readonly unseen: readonly string[];
}

const NOTHING: ResultNews = { player: "", awaited: [], told: [], unseen: [] };

const { storage, isWritten } = deviceStorage<ResultNews>();

/** Shared by all windows of the browser: each result is announced in one of them. */
export const useResultNews = create<ResultNews>()(
  persist(() => NOTHING, { name: "lotus.results", version: 1, storage }),
);

/** Reads what other windows have stored, unless it is older than the state here. */
function readWritten(): void {
  if (isWritten()) void useResultNews.persist.rehydrate();
}

/** The key of a period's result. */
export function resultKey(gameCode: string, prizeNo: string): string {
  return `${gameCode} ${prizeNo}`;
}

/** The state for the player of this session, including what other windows have stored. */
function newsNow(): ResultNews {
  readWritten();
  const news = useResultNews.getState();
  const player = useSession.getState().username;
  return news.player === player ? news : { ...NOTHING, player };
}

/** A bet was placed in the period: its result must be announced, even if the app is closed meanwhile. */
export function awaitResult(key: string): void {
  const news = newsNow();
  if (news.awaited.includes(key) || news.told.includes(key)) return;
  useResultNews.setState({ ...news, awaited: [...news.awaited, key] });
}

/** Stops waiting for these results: their bets were cancelled, or are too old. */
export function dropAwaited(keys: readonly string[]): void {
  const news = newsNow();
  useResultNews.setState({ ...news, awaited: news.awaited.filter((key) => !keys.includes(key)) });
}

/** Results that have yet to be announced. */
export function awaitedResults(): readonly string[] {
  return newsNow().awaited;
}

/**
 * Claims results for announcement. Returns those that were not announced before and marks them announced and unseen.
 */
export function takeForTelling(keys: readonly string[]): readonly string[] {
  const news = newsNow();
  const mine = keys.filter((key) => !news.told.includes(key));
  if (mine.length > 0) {
    useResultNews.setState({
      player: news.player,
      awaited: news.awaited.filter((key) => !mine.includes(key)),
      told: [...news.told, ...mine].slice(-MAX_TOLD),
      unseen: [...news.unseen, ...mine].slice(-MAX_TOLD),
    });
  }
  return mine;
}

/** Marks these results as seen by the player; without a list, all. */
export function seeResults(keys?: readonly string[]): void {
  const news = newsNow();
  if (news.unseen.length === 0) return;
  const unseen = keys === undefined ? [] : news.unseen.filter((key) => !keys.includes(key));
  useResultNews.setState({ ...news, unseen });
}

/** Number of results the player of this session has not seen. */
export function unseenResults(): number {
  const { player, unseen } = useResultNews.getState();
  return player === useSession.getState().username ? unseen.length : 0;
}

/** Number of results the player has not seen. */
export function useUnseenResults(): number {
  const player = useSession((session) => (session.accessToken === "" ? undefined : session.username));
  return useResultNews((news) => (news.player === player ? news.unseen.length : 0));
}

/** Follows what other windows announce and mark as seen. */
export function followResultNews(): void {
  window.addEventListener("storage", (event) => {
    if (event.key === useResultNews.persist.getOptions().name) readWritten();
  });
}
