import type { ChaseMiss } from "@lotus/contract";
import type { GameCode } from "@lotus/games";
import type { SlipOutcome, CheckRefusal } from "../betting/betting.ts";
import { sendMessages } from "../inbox/inbox.ts";
import { turnedYear } from "./animal-years.ts";
import type { ChaseDeps } from "./chase-deps.ts";
import * as sql from "./chase.sql.ts";
import { endChases, type Ending } from "./end-chases.ts";
import { type Bets, multiplied } from "./plan.ts";

/** The next bet of a chase, whose period is the current one. */
export interface DueBet {
  readonly id: bigint;
  readonly player_id: bigint;
  readonly place: number;
  readonly period_no: string;
  readonly first_period: string;
  readonly agreed_year: number | null;
  readonly odds_version: number;
  readonly lines: string;
  readonly multiple: number;
  /** Of the player's account. */
  readonly status: string;
}

/** What is to be done about a bet that was not sent: nothing yet, or what its chase comes to. */
type Decision =
  | { readonly do: "wait" }
  | { readonly do: "ask"; readonly about: "chaseAsks" | "chaseYear" }
  | { readonly do: "skip"; readonly why: ChaseMiss }
  | { readonly do: "end"; readonly why: Ending["why"] };

const HASH = new Uint8Array(32);
const WAIT: Decision = { do: "wait" };

/** Codes by which the rules refuse a bet of today that they allowed when the chase began, and why its period is passed over. */
const MISSES: Partial<Readonly<Record<CheckRefusal["code"], ChaseMiss>>> = {
  OPTION_OFF: "closed",
  BAD_SELECTION: "closed",
  STAKE_BELOW_MIN: "bounds",
  STAKE_ABOVE_MAX: "bounds",
  TOO_MANY_LINES: "bounds",
  TOO_MANY_BETS: "bounds",
  PAYOUT_OVER_CAP: "bounds",
};

/**
 * Places due bets of chases of a game, and does what the others come to: ask about odds, pass over a period, end. What fails
 * for a while (a full queue, a database that is away) is left for the next run.
 */
export async function placeDue(deps: ChaseDeps, game: GameCode, due: readonly DueBet[]): Promise<void> {
  const { db, notify, betting } = deps;
  const decisions = await Promise.all(
    due.map(async (bet) => ({ bet, decision: await decide(deps, game, bet) })),
  );
  const chosen = <Kind extends Decision["do"]>(kind: Kind) =>
    decisions.flatMap(({ bet, decision }) =>
      decision.do === kind ? [{ bet, decision: decision as Extract<Decision, { readonly do: Kind }> }] : [],
    );
  const skips = chosen("skip");
  if (skips.length > 0) {
    await db.query(sql.SKIP, [
      skips.map(({ bet }) => bet.id),
      skips.map(({ bet }) => bet.place),
      skips.map(({ decision }) => decision.why),
    ]);
  }
  const asking = chosen("ask").map(({ bet, decision }) => [bet.id, decision.about] as const);
  if (asking.length > 0) await ask(deps, new Map(asking), betting.odds.current().version);
  const ending = chosen("end").map(({ bet, decision }) => ({ id: bet.id, why: decision.why }));
  await endChases(db, ending);
  if (skips.length + asking.length + ending.length > 0) notify();
}

/** Places a bet if the rules and the register allow it; what else its chase comes to. */
async function decide(deps: ChaseDeps, game: GameCode, bet: DueBet): Promise<Decision> {
  const { betting, mayPlay, log } = deps;
  if (bet.status !== "active") return { do: "end", why: "account" };
  try {
    if (mayPlay !== null) {
      // A chase is asked about as a session of its own.
      const verdict = await mayPlay({ playerId: bet.player_id, familyId: `chases of ${bet.player_id}` });
      if (verdict === "excluded") return { do: "end", why: "register" };
      if (verdict !== "free") return WAIT;
    }
    // Stored as the contract had accepted them.
    const lines: Bets = JSON.parse(bet.lines);
    if (turnedYear(deps, game, lines, { ...bet, period: bet.period_no }) !== null)
      return { do: "ask", about: "chaseYear" };
    const slip = await betting.checkSlip(game, {
      prize_no: bet.period_no,
      version: bet.odds_version,
      bets: multiplied(lines, bet.multiple),
    });
    if ("ok" in slip) return refused(slip);
    const outcome = await betting.placing.place({
      playerId: bet.player_id,
      key: undefined,
      bodyHash: HASH,
      game,
      periodNo: bet.period_no,
      slip,
      caps: betting.games.of(game).limits,
      chase: { id: bet.id, place: bet.place },
    });
    return decided(outcome);
  } catch (error) {
    log.debug({ err: error, chase: String(bet.id) }, "a bet of a chase could not be placed; tried again");
    return WAIT;
  }
}

function refused({ code }: CheckRefusal): Decision {
  if (code === "ODDS_CHANGED") return { do: "ask", about: "chaseAsks" };
  const why = MISSES[code];
  return why === undefined ? WAIT : { do: "skip", why };
}

/** What was placed or refused is recorded with it; a limit that was reached ends the chase as well. */
function decided({ outcome }: SlipOutcome): Decision {
  return outcome === "stake-limit" || outcome === "loss-limit" ? { do: "end", why: "limit" } : WAIT;
}

/** Has chases ask their players about odds or a new lunar year; a message tells each once. */
async function ask(
  { db }: ChaseDeps,
  asking: ReadonlyMap<bigint, "chaseAsks" | "chaseYear">,
  version: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx.query<{
      chase_id: bigint;
      player_id: bigint;
      game: GameCode;
      next_period: string;
      is_new: boolean;
    }>(sql.ASK, [[...asking.keys()], version]);
    await tx.query(sql.TELL, [rows.map(({ player_id }) => player_id), rows.map(({ chase_id }) => chase_id)]);
    await sendMessages(
      tx,
      rows
        .filter(({ is_new: isNew }) => isNew)
        .map(({ chase_id: id, player_id: playerId, game, next_period: period }) => ({
          playerId,
          template: asking.get(id) ?? "chaseAsks",
          values: { game, period },
        })),
    );
  });
}
