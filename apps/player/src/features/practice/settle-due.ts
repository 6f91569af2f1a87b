import { CALLS, type DrawResult } from "@lotus/contract";
import { api } from "../../session/api.ts";
import { LARGEST_PAGE } from "../game-data/queries.ts";
import type { PracticeStore } from "./practice-account.ts";
import { type PracticeBet, settledOn, takenBack } from "./practice-bet.ts";

/** A page of a game's results, newest first, as the public call returns it. */
export type ReadHistory = (
  gameCode: string,
  cursor: string | undefined,
) => Promise<{ readonly list: readonly DrawResult[]; readonly nextCursor: string | null }>;

/** Pages that are looked through for the draws of one game: a day of a one-minute game, and more. */
const MAX_PAGES = 20;

/** The results of a game, read without anything of a player: it is the call that lists them for everybody. */
export const readHistory: ReadHistory = (gameCode, cursor) =>
  api.call(
    CALLS.history,
    { params: { gameCode }, query: { pageSize: LARGEST_PAGE, cursor } },
    { hideErrors: true },
  );

const underWay = new WeakSet<PracticeStore>();

/**
 * Settles the open bets of periods that are over, also of those drawn while the app was closed, and returns them. A
 * period that is not among the results although later ones are was void. What cannot be read now stays open.
 */
export async function settleDue(
  store: PracticeStore,
  now: number,
  read: ReadHistory = readHistory,
): Promise<readonly PracticeBet[]> {
  if (underWay.has(store)) return [];
  underWay.add(store);
  try {
    const due = store.getState().bets.filter((bet) => bet.state === "open" && bet.drawAt <= now);
    const byGame = Map.groupBy(due, ({ gameCode }) => gameCode);
    const settled: PracticeBet[] = [];
    for (const [gameCode, bets] of byGame) settled.push(...(await settledOf(gameCode, bets, read)));
    store.getState().settle(settled);
    return settled;
  } finally {
    underWay.delete(store);
  }
}

async function settledOf(
  gameCode: string,
  bets: readonly PracticeBet[],
  read: ReadHistory,
): Promise<readonly PracticeBet[]> {
  const settled: PracticeBet[] = [];
  let open = bets;
  let cursor: string | undefined;
  let last: number | undefined;
  for (let page = 0; page < MAX_PAGES && open.length > 0; page += 1) {
    const found = await read(gameCode, cursor).catch(() => null);
    if (found === null) return settled;
    const draws = new Map(found.list.map((draw) => [draw.prizeNo, draw]));
    const [newest, oldest] = [found.list[0]?.drawAt, found.list.at(-1)?.drawAt];
    last ??= newest;
    const left: PracticeBet[] = [];
    for (const bet of open) {
      const draw = draws.get(bet.prizeNo);
      // Results come in order of time: a period between two of them that is not there was not drawn.
      const passed =
        newest !== undefined && oldest !== undefined && bet.drawAt > oldest && bet.drawAt < newest;
      if (draw !== undefined) settled.push(settledOn(bet, draw));
      else if (passed) settled.push(takenBack(bet));
      else left.push(bet);
    }
    open = left;
    if (open.every((bet) => !isBefore(bet, last))) return settled;
    if (found.nextCursor === null) break;
    cursor = found.nextCursor;
  }
  // Older than anything that can be read: nobody can say any more what was drawn.
  return [...settled, ...open.filter((bet) => isBefore(bet, last)).map(takenBack)];
}

/** Whether a later period has been drawn already; otherwise the bet's own may still be. */
function isBefore({ drawAt }: PracticeBet, lastDraw: number | undefined): boolean {
  return lastDraw !== undefined && drawAt < lastDraw;
}
