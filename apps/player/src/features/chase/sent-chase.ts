import type { CallBodyInput, CALLS } from "@lotus/contract";
import * as z from "zod/mini";
import { gameStore } from "../slip/game-store.ts";

type Body = CallBodyInput<typeof CALLS.chase>;

/** What identifies a chase that is sent: the same once more is a retry. */
export function sentChase(gameCode: string, body: Body): string {
  return JSON.stringify([gameCode, body]);
}

const sent = z.tuple([
  z.string(),
  z.object({ bets: z.array(z.object({ option_id: z.string(), groups: z.unknown() })) }),
]);

/** A chase that was sent is going on: what it bets leaves the slip it was planned from. */
export function forgetChased(of: string): void {
  const read = sent.safeParse(JSON.parse(of));
  if (!read.success) return;
  const [gameCode, { bets }] = read.data;
  const picked = new Set(bets.map((bet) => JSON.stringify([bet.option_id, bet.groups])));
  const store = gameStore(gameCode);
  for (const { key, optionId, groups } of store.getState().lines) {
    if (picked.has(JSON.stringify([optionId, groups]))) store.getState().removeLine(key);
  }
}
