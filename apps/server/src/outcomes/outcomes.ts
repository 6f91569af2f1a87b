import { CALLS } from "@lotus/contract";
import type { Queries } from "../db/database.ts";
import { acceptRaw, bind, type PlayerCalls } from "../http/handler.ts";
import { giveUpKey, outcomeOf, type StoredKey } from "../ledger/ledger.ts";

/** What the outcomes need. */
export interface OutcomesDeps {
  readonly db: Queries;
  /** The reply to a slip, from what was stored under its key. */
  readonly slipReply: (playerId: bigint, stored: string) => Promise<string>;
}

/** Public API of the outcomes: what became of a player's requests, by their keys. */
export interface Outcomes {
  readonly calls: PlayerCalls<"outcome" | "settleOutcome">;
}

/** Opens the outcomes. */
export function openOutcomes(deps: OutcomesDeps): Outcomes {
  const { db } = deps;
  return {
    calls: {
      outcome: bind(CALLS.outcome, async ({ query }, { caller: { playerId } }) => {
        const stored = await outcomeOf(db, playerId, query.key);
        return acceptRaw(stored === null ? '{"state":"unknown"}' : await outcomeText(deps, playerId, stored));
      }),
      settleOutcome: bind(CALLS.settleOutcome, async ({ body }, { caller: { playerId } }) =>
        acceptRaw(await outcomeText(deps, playerId, await giveUpKey(db, playerId, body.key))),
      ),
    },
  };
}

/** The outcome as JSON. Replies are stored as text, and that of a slip is built as text. */
async function outcomeText(
  { slipReply }: OutcomesDeps,
  playerId: bigint,
  stored: StoredKey,
): Promise<string> {
  if (stored.is === "given-up") return `{"state":"givenUp","at":${stored.at}}`;
  const { call, reply, at } = stored;
  const data = call === "order" ? await slipReply(playerId, reply) : reply;
  return `{"state":"done","call":${JSON.stringify(call)},"code":0,"data":${data},"at":${at}}`;
}
