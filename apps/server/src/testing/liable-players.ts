import { sql, type Database } from "../db/database.ts";
import { cashAccount, holdAccount, HOUSE_ACCOUNTS, post, type Transfer } from "../ledger/ledger.ts";

const PLAYERS = sql`
  INSERT INTO player (username, password_hash, trans_password_hash, invite_code, created, terms_version)
  SELECT $2 || n, '', '', $2 || n, house_clock(), '1' FROM generate_series(1, $1::int) AS n RETURNING id`;
const ACCOUNTS = sql`SELECT ledger_open_accounts(p) FROM unnest($1::bigint[]) AS p`;

/** Adds players with money: the n-th, from 1, has n.37 and, every third, a hold of 0.25 of it. Returns their ids. */
export async function addLiablePlayers(db: Database, count: number, prefix = "owed"): Promise<bigint[]> {
  return await db.transaction(async (tx) => {
    const rows = await tx.query<{ id: bigint }>(PLAYERS, [count, prefix]);
    const ids = rows.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1));
    await tx.query(ACCOUNTS, [ids]);
    const gifts = ids.map((id, at) => moveOf(id, "gift", BigInt(at + 1) * 100n + 37n));
    const holds = ids.filter((_, at) => at % 3 === 0).map((id) => moveOf(id, "withdrawal-hold", 25n));
    if (!(await post(tx, gifts)) || !(await post(tx, holds))) throw new Error("the money was not posted");
    return ids;
  });
}

/** A transfer that gives a player money, takes some, or holds some for a withdrawal. */
export function moveOf(
  playerId: bigint,
  code: "gift" | "recharge" | "adjustment" | "withdrawal-hold",
  amount: bigint,
): Transfer {
  const cash = cashAccount(playerId);
  const sides = {
    gift: [HOUSE_ACCOUNTS.gifts, cash],
    recharge: [HOUSE_ACCOUNTS.clearing, cash],
    adjustment: [cash, HOUSE_ACCOUNTS.adjustments],
    "withdrawal-hold": [cash, holdAccount(playerId)],
  } as const;
  const [debit, credit] = sides[code];
  return { code, debit, credit, amount, reference: "1", playerId };
}
