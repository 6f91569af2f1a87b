import { ruleOf, type DeskWaiting, type SecondKind, type WaitsForSecond } from "@lotus/contract/desk";
import { formatMoney } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import * as sql from "./second.sql.ts";

interface Row {
  readonly kind: SecondKind;
  readonly id: string;
  readonly ids: readonly string[] | null;
  readonly player_id: bigint | null;
  readonly username: string | null;
  readonly player_status: "active" | "locked" | "closed" | null;
  readonly amount: bigint | null;
  readonly asked: bigint | null;
  readonly came: bigint | null;
  readonly about: string | null;
  readonly change: WaitsForSecond["change"];
  readonly role: WaitsForSecond["role"];
  readonly reason: string | null;
  readonly note: string;
  readonly first_id: bigint;
  readonly first_name: string;
  readonly at_ms: bigint;
}

const ROLES = [ruleOf("recharge.pass").roles, ruleOf("withdrawal.pass").roles] as const;
const LETTERS: Readonly<Partial<Record<SecondKind, string>>> = { recharge: "R", withdrawal: "W" };

/** What waits for a second person, of these kinds, longest waiting first. */
export async function listSecond(
  db: Queries,
  kinds: readonly SecondKind[],
): Promise<readonly WaitsForSecond[]> {
  const rows = await db.query<Row & Record<string, unknown>>(sql.LIST, [...ROLES, kinds]);
  return rows.map((row) => ({
    kind: row.kind,
    id: `${LETTERS[row.kind] ?? ""}${row.id}`,
    ...(row.ids === null ? {} : { ids: [...row.ids] }),
    player:
      row.player_id === null || row.player_status === null
        ? null
        : { id: String(row.player_id), name: row.username ?? "", status: row.player_status },
    amount: moneyOf(row.amount),
    asked: row.kind === "withdrawal" ? null : moneyOf(row.asked),
    came: moneyOf(row.came),
    about: row.about,
    change: row.change,
    role: row.role,
    reason: row.reason,
    note: row.note,
    first: { id: String(row.first_id), name: row.first_name },
    at: Number(row.at_ms),
  }));
}

function moneyOf(amount: bigint | null): string | null {
  return amount === null ? null : formatMoney(amount);
}

/** How many of each kind wait for a second person, by the first operator. */
export async function countSecond(db: Queries): Promise<DeskWaiting["second"]> {
  const rows = await db.query<{ kind: SecondKind; first_id: bigint; count: number }>(sql.COUNT, ROLES);
  return rows.map(({ kind, first_id: first, count }) => ({ kind, first: String(first), count }));
}
