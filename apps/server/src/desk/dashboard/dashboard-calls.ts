import { DESK_CALLS } from "@lotus/contract/desk";
import { GAMES } from "@lotus/games";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import {
  booksAreRight,
  calendarDays,
  moneyFreeze,
  lastDays,
  resumeMoney,
  stopMoney,
  type InvariantResult,
} from "../../ledger/ledger.ts";
import type { Queries } from "../../db/database.ts";
import type { DeskDeps } from "../desk-deps.ts";
import * as sql from "./dashboard.sql.ts";
import { salesState } from "../games/game-calls.ts";
import { figuresOf } from "./figures.ts";
import { readRuleVoids, readTroubles } from "./troubles.ts";

/** A draw or a settlement that is later than this is reported. */
export const LATE_MS = 10_000;
const DAYS = 7;

/** Calls of the dashboard: figures, ledger checks, and the freeze of payouts. */
export function dashboardCalls(deps: DeskDeps) {
  const { auditedActions, services, config, db } = deps;
  return {
    dashboard: dashboardCall(deps),
    checkBooks: bind(DESK_CALLS.checkBooks, async (_request, context) => {
      await auditedActions.write(db, context, { action: "books.check", subject: "books" });
      await services.books.check("full");
      return accept(booksState(deps));
    }),
    stopMoney: bind(DESK_CALLS.stopMoney, async ({ body }, context) => {
      const auditedAction = { action: "money.stop", subject: "money", reason: body.reason } as const;
      const done = await auditedActions.once(context, auditedAction, async (tx) =>
        (await stopMoney(tx, `${context.caller.name}: ${body.reason}`))
          ? accept({})
          : refuse("STATE_REFUSES"),
      );
      return done.ok ? accept(await moneyState(db)) : done;
    }),
    resumeMoney: bind(DESK_CALLS.resumeMoney, async ({ body }, context) => {
      const auditedAction = { action: "money.resume", subject: "money", reason: body.reason } as const;
      const done = await auditedActions.once(context, auditedAction, async (tx) => {
        const stopped = await resumeMoney(tx);
        return stopped === null ? refuse("STATE_REFUSES") : accept({ stoodMs: config.now() - stopped.since });
      });
      return done.ok ? accept(await moneyState(db)) : done;
    }),
  };
}

function dashboardCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.dashboard> {
  const { db, services, config } = deps;
  return bind(DESK_CALLS.dashboard, async ({ query }) => {
    const now = config.now();
    const { timeZone } = config;
    const { days } = calendarDays(await lastDays(db, query.days ?? DAYS, timeZone), timeZone);
    const [money, figures, [pending], [players], late, [payments], ...draws] = await Promise.all([
      moneyState(db),
      figuresOf(db, days),
      db.query<{ recharges: bigint; withdrawals: bigint }>(sql.PENDING),
      db.query<{ online: bigint; seen: bigint; registered: bigint }>(sql.PLAYERS, [
        days.at(-1)?.start ?? now,
      ]),
      db.query<{
        game: string;
        period_no: string;
        state: "open" | "closed" | "drawn";
        draw_ms: bigint;
        late_ms: bigint;
      }>(sql.LATE, [LATE_MS]),
      db.query<{ payments: bigint }>(sql.PAYMENTS),
      missingGames(deps),
      services.live.lagMs(),
      readTroubles(deps),
      readRuleVoids(deps),
      salesState(db, services.games),
      db.query<{ skipped: number }>(sql.SKIPPED, [GAMES.map(({ code }) => code)]),
    ]);
    const [missing, eventLagMs, troubles, ruleVoids, sales, [skipped]] = draws;
    return accept({
      now,
      money,
      books: booksState(deps),
      pending: {
        recharges: Number(pending?.recharges ?? 0n),
        withdrawals: Number(pending?.withdrawals ?? 0n),
        payments: Number(payments?.payments ?? 0n),
        conversations: (await services.service.conversations.waiting()).conversations,
      },
      players: {
        online: Number(players?.online ?? 0n),
        seenToday: Number(players?.seen ?? 0n),
        registeredToday: Number(players?.registered ?? 0n),
      },
      ...figures,
      late: late.map((row) => ({
        id: `${row.game}-${row.period_no}`,
        state: row.state,
        drawAt: Number(row.draw_ms),
        lateMs: Number(row.late_ms),
      })),
      eventLagMs,
      log: services.logState(),
      missing,
      clock: services.clockState(),
      onSale: services.onSale(),
      sales,
      troubles,
      ruleVoids,
      skipped: skipped?.skipped ?? 0,
    });
  });
}

/** Games that take bets but have no period to sell or draw. */
async function missingGames({ db, services }: DeskDeps): Promise<string[]> {
  const rows = await db.query<{ game: string }>(sql.GAMES_WITH_PERIOD);
  const sold = new Set(rows.map(({ game }) => game));
  return GAMES.filter(({ code }) => services.games.of(code).open && !sold.has(code)).map(({ code }) => code);
}

interface MoneyState {
  readonly state: "running" | "stopped";
  readonly reason: string | null;
  readonly since: number | null;
}

async function moneyState(db: Queries): Promise<MoneyState> {
  const stop = await moneyFreeze(db);
  return stop === null
    ? { state: "running", reason: null, since: null }
    : { state: "stopped", reason: stop.reason, since: stop.since };
}

/** Result of the last ledger check. */
export function booksState({ services }: Pick<DeskDeps, "services">): {
  checkedAt: number | null;
  right: boolean | null;
  breaches: { name: string; broken: number; example: string | null }[];
} {
  const last = services.books.last();
  if (last === null) return { checkedAt: null, right: null, breaches: [] };
  return {
    checkedAt: services.books.checkedAt(),
    right: booksAreRight(last),
    breaches: last.filter(({ broken }) => broken > 0n).map(breachOf),
  };
}

function breachOf({ name, broken, example }: InvariantResult): {
  name: string;
  broken: number;
  example: string | null;
} {
  return { name, broken: Number(broken), example: example ?? null };
}
