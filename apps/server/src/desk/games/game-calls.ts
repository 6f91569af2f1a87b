import type { CallData } from "@lotus/contract";
import { DESK_CALLS, permissionOf, type GameRecord } from "@lotus/contract/desk";
import { findGame, GAMES, type Game, type GameCode } from "@lotus/games";
import { formatMoney, parseMoney } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { operatorNames } from "../operators/names.ts";
import * as sql from "./games.sql.ts";
import { refuseOver } from "./over-whole.ts";

/** Calls about the games: their switches and the bounds of their bets. */
export function gameCalls(deps: DeskDeps) {
  const { db } = deps;
  return {
    games: bind(DESK_CALLS.games, async () => {
      const list = await Promise.all(GAMES.map((game) => gameRecord(deps, db, game)));
      return accept({ list, nextCursor: null, total: list.length });
    }),
    game: bind(DESK_CALLS.game, async ({ params }) => {
      const game = findGame(params.id);
      return game === undefined ? refuse("RECORD_UNKNOWN") : accept(await gameRecord(deps, db, game));
    }),
    openGame: switchCall(deps, "openGame"),
    closeGame: switchCall(deps, "closeGame"),
    limitGame: limitsCall(deps),
    stopSales: salesCall(deps, "stopSales"),
    sellAgain: salesCall(deps, "sellAgain"),
  };
}

function switchCall<Name extends "openGame" | "closeGame">(
  deps: DeskDeps,
  name: Name,
): BoundCall<(typeof DESK_CALLS)[Name]> {
  const { db, auditedActions, services } = deps;
  const open = name === "openGame";
  const action = open ? "game.open" : "game.close";
  const both: "openGame" | "closeGame" = name;
  const bound = bind(DESK_CALLS[both], async ({ params, body }, context) => {
    const game = findGame(params.id);
    if (game === undefined) return refuse("RECORD_UNKNOWN");
    const auditedAction = { action, subject: `game ${game.code}`, reason: body.reason } as const;
    const done = await auditedActions.once(context, auditedAction, async (tx) => {
      await lockGame(tx, game.code);
      const [row] = await tx.query<{ open: boolean }>(sql.READ_OPEN, [game.code]);
      const state = (row?.open ?? true) ? "open" : "closed";
      if (!permissionOf(action, context.caller.role, state).allowed) return refuse("STATE_REFUSES");
      const over = open ? await services.margins.ofOpening(tx, game.code) : undefined;
      if (over !== undefined) return refuseOver(over);
      await services.games.setOpen(tx, game.code, open);
      return accept({});
    });
    if (!done.ok) return done;
    await services.games.refresh();
    services.notify();
    return accept(await gameRecord(deps, db, game));
  });
  // It is bound to the call of that name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return bound as BoundCall<(typeof DESK_CALLS)[Name]>;
}

/** Stops all games, or ends that stop. */
function salesCall<Name extends "stopSales" | "sellAgain">(
  deps: DeskDeps,
  name: Name,
): BoundCall<(typeof DESK_CALLS)[Name]> {
  const { db, auditedActions, services } = deps;
  const { games } = services;
  const stops = name === "stopSales";
  const both: "stopSales" | "sellAgain" = name;
  const bound = bind(DESK_CALLS[both], async ({ body: { reason } }, context) => {
    const action = stops ? "games.stop" : "games.sell";
    const done = await auditedActions.once(context, { action, subject: "games", reason }, async (tx) => {
      const { operatorId } = context.caller;
      const isChanged = stops
        ? await games.stopAll(tx, { cause: "desk", reason, operatorId })
        : (await games.endStop(tx, "desk")) !== null;
      return isChanged ? accept({}) : refuse("STATE_REFUSES");
    });
    if (!done.ok) return done;
    await games.refresh();
    services.notify();
    return accept(await salesState(db, games));
  });
  // It is bound to the call of that name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return bound as BoundCall<(typeof DESK_CALLS)[Name]>;
}

/** What stops all games, with the names of operators. */
export async function salesState(
  db: Queries,
  games: DeskDeps["services"]["games"],
): Promise<CallData<typeof DESK_CALLS.stopSales>> {
  const stops = games.stops();
  const nameOf = await operatorNames(
    db,
    stops.map(({ operatorId }) => operatorId),
  );
  return { stops: stops.map(({ operatorId, ...stop }) => ({ ...stop, operator: nameOf(operatorId) })) };
}

function limitsCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.limitGame> {
  const { db, auditedActions, services } = deps;
  return bind(DESK_CALLS.limitGame, async ({ params, body }, context) => {
    const game = findGame(params.id);
    if (game === undefined) return refuse("RECORD_UNKNOWN");
    const [minBet, maxBet, maxPayout] = [body.min_bet, body.max_bet, body.max_payout].map(moneyOf);
    if (minBet === undefined || maxBet === undefined || maxPayout === undefined)
      return refuse("LIMITS_REFUSED");
    if (minBet > maxBet || maxPayout < maxBet) return refuse("LIMITS_REFUSED");
    const { settingsLimits: server } = services.games;
    if (minBet < server.minBet || maxBet > server.maxBet || maxPayout > server.maxPayout) {
      const values = {
        min: formatMoney(server.minBet),
        max: formatMoney(server.maxBet),
        maxPayout: formatMoney(server.maxPayout),
      };
      return refuse("LIMITS_BEYOND_HOUSE", { values, data: values });
    }
    const detail = { minBet: body.min_bet, maxBet: body.max_bet, maxPayout: body.max_payout };
    const done = await auditedActions.once(
      context,
      (before: Before) => ({
        action: "game.limits",
        subject: `game ${game.code}`,
        reason: body.reason,
        detail: { ...before, ...detail },
      }),
      async (tx) => {
        await lockGame(tx, game.code);
        const [row] = await tx.query<LimitsRow & Record<string, unknown>>(sql.READ_LIMITS, [game.code]);
        await services.games.setLimits(tx, game.code, { minBet, maxBet, maxPayout });
        return accept({
          minBetBefore: formatMoney(row?.min_bet ?? server.minBet),
          maxBetBefore: formatMoney(row?.max_bet ?? server.maxBet),
          maxPayoutBefore: formatMoney(row?.max_payout ?? server.maxPayout),
        });
      },
    );
    if (!done.ok) return done;
    await services.games.refresh();
    services.notify();
    return accept(await gameRecord(deps, db, game));
  });
}

/** The previous limits, for the log. */
type Before = Readonly<Record<"minBetBefore" | "maxBetBefore" | "maxPayoutBefore", string>>;

/** Limits set at the desk for a game; null when the game has the default ones. */
interface LimitsRow {
  readonly min_bet: bigint | null;
  readonly max_bet: bigint | null;
  readonly max_payout: bigint | null;
}

/** The contract has validated the amounts already. */
function moneyOf(text: string): bigint | undefined {
  const read = parseMoney(text);
  return read.ok ? read.value : undefined;
}

async function lockGame(tx: Queries, game: GameCode): Promise<void> {
  await tx.query(sql.LOCK_GAME, [game]);
}

interface PeriodRow {
  readonly period_no: string;
  readonly close_ms: bigint;
  readonly draw_ms: bigint;
  readonly numbers: readonly number[] | null;
}

async function gameRecord(
  { services }: DeskDeps,
  db: Queries,
  { code, family, cycleMinutes }: Game,
): Promise<GameRecord> {
  const { open, limits } = services.games.of(code);
  const [[current], [last]] = await Promise.all([
    db.query<PeriodRow & Record<string, unknown>>(sql.CURRENT, [code]),
    db.query<PeriodRow & Record<string, unknown>>(sql.LAST, [code]),
  ]);
  return {
    id: code,
    family,
    state: open ? "open" : "closed",
    isStopped: open && !services.games.sells(code),
    cycleSeconds: cycleMinutes * 60,
    oddsVersion: services.odds.current().version,
    minBet: formatMoney(limits.minBet),
    maxBet: formatMoney(limits.maxBet),
    maxPayout: formatMoney(limits.maxPayout),
    maxPayoutSelection: formatMoney(limits.maxPayoutSelection),
    maxPayoutPeriod: formatMoney(limits.maxPayoutPeriod),
    houseMaxPayoutSelection: formatMoney(limits.houseMaxPayoutSelection),
    currentPeriod:
      current === undefined
        ? null
        : {
            periodNo: current.period_no,
            closeAt: Number(current.close_ms),
            drawAt: Number(current.draw_ms),
          },
    lastPeriod:
      last === undefined
        ? null
        : { periodNo: last.period_no, numbers: [...(last.numbers ?? [])], drawAt: Number(last.draw_ms) },
  };
}
