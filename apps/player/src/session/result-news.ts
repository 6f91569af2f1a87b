import { create } from "zustand";
import { persist } from "zustand/middleware";
import { keptStorage } from "./kept-storage.ts";
import { useSession } from "./session.ts";

/** Results kept as told. A stream that begins again repeats minutes, not hundreds of draws. */
const MAX_TOLD = 200;

/** What a player knows of the results of their bets. A result is named by its game and period: "FFC 202611210582". */
interface ResultNews {
  /** Whose this is; another player of the device begins anew. */
  readonly player: string;
  /** Bets were placed here, and their result has not been told. */
  readonly awaited: readonly string[];
  /** Told once, the oldest first: never again, whoever repeats it. */
  readonly told: readonly string[];
  /** Told in passing, and not looked at since. */
  readonly unseen: readonly string[];
}

const NOTHING: ResultNews = { player: "", awaited: [], told: [], unseen: [] };

const { storage, isWritten } = keptStorage<ResultNews>();

/** Shared by all windows of the browser: what one has told, no other tells. */
export const useResultNews = create<ResultNews>()(
  persist(() => NOTHING, { name: "lotus.results", version: 1, storage }),
);

/** Takes in what other windows have written down, unless it is older than what is known here. */
function readWritten(): void {
  if (isWritten()) void useResultNews.persist.rehydrate();
}

/** The name of a period's result. */
export function resultKey(gameCode: string, prizeNo: string): string {
  return `${gameCode} ${prizeNo}`;
}

/** What is known of the player of this session, with what other windows have written down. */
function newsNow(): ResultNews {
  readWritten();
  const news = useResultNews.getState();
  const player = useSession.getState().username;
  return news.player === player ? news : { ...NOTHING, player };
}

/** Bets stand in a period: its result is to be told, though the app be closed meanwhile. */
export function awaitResult(key: string): void {
  const news = newsNow();
  if (news.awaited.includes(key) || news.told.includes(key)) return;
  useResultNews.setState({ ...news, awaited: [...news.awaited, key] });
}

/** Nothing is to be told of these any more: their bets were cancelled, or are too long ago. */
export function dropAwaited(keys: readonly string[]): void {
  const news = newsNow();
  useResultNews.setState({ ...news, awaited: news.awaited.filter((key) => !keys.includes(key)) });
}

/** The results whose telling is still due. */
export function awaitedResults(): readonly string[] {
  return newsNow().awaited;
}

/** Takes results for telling. Returns those that nobody has told; they count as told now, and as unseen. */
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

/** The player has looked at these results; without a list, at all there are. */
export function seeResults(keys?: readonly string[]): void {
  const news = newsNow();
  if (news.unseen.length === 0) return;
  const unseen = keys === undefined ? [] : news.unseen.filter((key) => !keys.includes(key));
  useResultNews.setState({ ...news, unseen });
}

/** How many results the player has not looked at. */
export function useUnseenResults(): number {
  const player = useSession((session) => (session.accessToken === "" ? undefined : session.username));
  return useResultNews((news) => (news.player === player ? news.unseen.length : 0));
}

/** Follows what other windows have told and seen. */
export function followResultNews(): void {
  window.addEventListener("storage", (event) => {
    if (event.key === useResultNews.persist.getOptions().name) readWritten();
  });
}
