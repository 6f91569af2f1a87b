import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { ROOT } from "../../layers.ts";
import { applyMutation } from "../../requirements/mutation.ts";

/** A change of a source file, or of a function of the database: a text that occurs once, and its replacement. */
export type Change = { readonly from: string; readonly to: string } & (
  | { readonly file: string }
  | { readonly sqlFunction: string }
);

/** A bug that is put into the servers on purpose, to see whether the checks of a run find it. */
export interface PlantedBug {
  readonly name: string;
  /** What is wrong with it, for people. */
  readonly breaks: string;
  readonly changes: readonly Change[];
}

const SERVER = "apps/server/src";

/** Each is a mistake that somebody could make here, and that only a fault brings to light. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: "key-forgotten",
    breaks: "a bet forgets the key of its request, so that a second try is a second bet",
    changes: [
      {
        file: `${SERVER}/betting/calls/order.ts`,
        from: "key: context.idempotencyKey,",
        to: "key: undefined,",
      },
    ],
  },
  {
    name: "fence-left-out",
    breaks: "the leader's transactions do not look whether it leads any more",
    changes: [
      {
        file: `${SERVER}/draws/leader.ts`,
        from: "const [fence] = await tx.query(sql.FENCE, [held, String(FROZEN_MS)]);",
        to: "const fence = {};",
      },
    ],
  },
  {
    name: "lease-without-end",
    breaks: "a leader that is silent is waited for as long as its lock is held",
    changes: [
      {
        file: `${SERVER}/draws/leader.ts`,
        from: "const LEASE_MS = 4_000;",
        to: "const LEASE_MS = 400_000;",
      },
    ],
  },
  {
    name: "late-bets",
    breaks: "a bet is accepted after the end of its sale",
    changes: [
      {
        sqlFunction: "place_slips",
        from: "WHEN closes[s.period] IS NULL OR at >= closes[s.period] THEN 'period-closed'",
        to: "WHEN false THEN 'period-closed'",
      },
    ],
  },
  {
    name: "paid-twice",
    breaks: "a settlement that begins again pays again what was paid",
    changes: [
      {
        sqlFunction: "winning_orders",
        from: "NOT EXISTS (SELECT FROM bet_win b WHERE b.game",
        to: "NOT EXISTS (SELECT FROM bet_win b WHERE false AND b.game",
      },
      {
        sqlFunction: "settle_chunk",
        from: "payout, refund, tiers, at FROM due",
        to: "payout, refund, tiers, at FROM due ON CONFLICT DO NOTHING",
      },
    ],
  },
  {
    name: "unknown-told-as-refusal",
    breaks: "a lost connection is told to the player as if nothing had happened",
    changes: [
      {
        file: `${SERVER}/betting/placing.ts`,
        from: "if (lost || batch.length === 1) for (const { reject } of batch) reject(error);",
        to: `if (lost) for (const { resolve } of batch) resolve({ outcome: "period-closed" });
        else if (batch.length === 1) for (const { reject } of batch) reject(error);`,
      },
    ],
  },
  {
    name: "drawn-before-recorded",
    breaks: "a period is drawn before its close is in the log",
    changes: [
      {
        file: `${SERVER}/draws/game-worker.ts`,
        from: 'const due = rows.filter(({ state, recorded }) => state === "closed" && recorded);',
        to: 'const due = rows.filter(({ state }) => state === "closed");',
      },
      {
        file: `${SERVER}/draws/game-worker.ts`,
        from: "await recordClose(this.#deps, this.game, row.period_no);",
        to: "void recordClose(this.#deps, this.game, row.period_no).catch(() => undefined);",
      },
      {
        file: `${SERVER}/draws/game-worker.ts`,
        from: 'if (state !== "timely") {',
        to: 'if (state !== "timely" && !isDue) {',
      },
      {
        file: `${SERVER}/draws/draws.sql.ts`,
        from: `WHERE game = $1 AND period_no = $2 AND state = 'closed' AND draw_at <= house_clock()
    AND EXISTS (SELECT FROM log_entry e WHERE e.game = p.game AND e.period_no = p.period_no AND e.type = 'close')
  FOR UPDATE`,
        to: "WHERE game = $1 AND period_no = $2 AND state = 'closed' AND draw_at <= house_clock() FOR UPDATE",
      },
    ],
  },
  {
    name: "debit-without-lock",
    breaks: "a balance is written back that was read without the lock of its account",
    changes: [
      {
        sqlFunction: "ledger_lock_cash",
        from: "WHERE id = cash_account(w.player) FOR NO KEY UPDATE",
        to: "WHERE id = cash_account(w.player)",
      },
      {
        sqlFunction: "ledger_post_stakes",
        from: "SET balance = a.balance - n.spent,",
        to: "SET balance = after[n.slip],",
      },
    ],
  },
];

/** The bug that was planted, and which of its changes of files have been made. */
let planted: PlantedBug | undefined;
const made = new Set<Change>();

/** Changes the sources as they are loaded from now on. @throws RangeError for an unknown name */
export function plant(name: string): void {
  const bug = PLANTED_BUGS.find((one) => one.name === name);
  if (bug === undefined)
    throw new RangeError(`no bug is called ${name}: ${PLANTED_BUGS.map((one) => one.name).join(", ")}`);
  planted = bug;
  const byUrl = Map.groupBy(
    bug.changes.flatMap((change) => ("file" in change ? [change] : [])),
    ({ file }) => pathToFileURL(join(ROOT, file)).href,
  );
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      const changes = byUrl.get(url);
      if (changes === undefined) return loaded;
      const { source } = loaded;
      const text = typeof source === "string" ? source : new TextDecoder().decode(source ?? new Uint8Array());
      return { ...loaded, source: changes.reduce((before, change) => changed(before, change), text) };
    },
  });
}

/** A text with one change. @throws Error unless its original occurs exactly once */
export function changed(text: string, change: Change): string {
  const result = applyMutation(text, change);
  if (result === undefined) {
    const where = "file" in change ? change.file : change.sqlFunction;
    throw new Error(`${where} does not have exactly once: ${change.from}`);
  }
  made.add(change);
  return result;
}

/** Makes the changes of the planted bug in the functions of a database. */
export async function plantInDatabase(
  query: (text: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>,
): Promise<void> {
  for (const change of planted?.changes ?? []) {
    if (!("sqlFunction" in change)) continue;
    const rows = await query("SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE proname = $1", [
      change.sqlFunction,
    ]);
    await query(changed(String(rows[0]?.["text"]), change));
  }
}

/** @throws Error if a change of the planted bug was never made, as its file was not loaded */
export function requirePlanted(): void {
  for (const change of planted?.changes ?? [])
    if (!made.has(change)) throw new Error(`a change of ${planted?.name} was not made: ${change.from}`);
}
