import { type CallBodyInput, CALLS } from "@lotus/contract";
import * as z from "zod/mini";
import { keptRequests } from "../outcomes/kept-requests.ts";
import { type GameStore, gameStore } from "../slip/game-store.ts";
import type { SlipLine } from "../slip/slip-line.ts";

type Body = CallBodyInput<typeof CALLS.chase>;

/** What identifies a chase that is sent: the same once more is a retry. */
export function sentChase(gameCode: string, body: Body): string {
  return JSON.stringify([gameCode, body]);
}

const sent = z.tuple([z.string(), CALLS.chase.body]);

function readSent(of: string): readonly [gameCode: string, body: Body] | null {
  try {
    return sent.safeParse(JSON.parse(of)).data ?? null;
  } catch {
    // It was stored by something else.
    return null;
  }
}

/** The chase of a game that this device sent without learning its outcome: nothing else may be begun in its place. */
export function unansweredChase(gameCode: string): Body | null {
  for (const { kind, of } of keptRequests()) {
    const [code, body] = (kind === "chase" ? readSent(of) : null) ?? [];
    if (code === gameCode && body !== undefined) return body;
  }
  return null;
}

/** The lines of a chase as those of a slip. */
export function linesOfChase({ bets }: Body): readonly SlipLine[] {
  return bets.map(({ option_id: optionId, amount, groups }, at) => ({
    key: String(at + 1),
    optionId,
    amount,
    groups,
  }));
}

/** A chase that was sent is going on: what it bets leaves the slip it was planned from. */
export function forgetChased(of: string): void {
  const [gameCode, body] = readSent(of) ?? [];
  if (gameCode !== undefined && body !== undefined) forgetBets(gameStore(gameCode), body);
}

/** Takes what a chase bets off a slip. */
export function forgetBets(store: GameStore, { bets }: Pick<Body, "bets">): void {
  const picked = new Set(bets.map((bet) => JSON.stringify([bet.option_id, bet.groups])));
  for (const { key, optionId, groups } of store.getState().lines) {
    if (picked.has(JSON.stringify([optionId, groups]))) store.getState().removeLine(key);
  }
}
