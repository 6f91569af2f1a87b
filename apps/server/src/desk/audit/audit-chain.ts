import type { AuditChain } from "@lotus/contract/desk";
import type { Transactions } from "../../db/database.ts";
import * as sql from "./audit-chain.sql.ts";

type Broken = NonNullable<AuditChain["broken"]>;

/** All lines are hashed anew: some seconds for a million of them. */
const CHECKING = { isSnapshot: true, statementMs: 10 * 60_000 } as const;

/** Checks every line of the audit log against its chain, and the chain against what the public log told of it. */
export async function checkAuditChain(db: Transactions): Promise<AuditChain> {
  return await db.transaction(async (tx) => {
    const [end] = await tx.query<EndRow>(sql.CHAIN_END);
    if (end === undefined) throw new Error("the audit log has no head");
    const [broken] = [
      ...(await tx.query<BrokenRow>(sql.FIRST_BROKEN)),
      ...(await tx.query<BrokenRow>(sql.FIRST_UNLIKE_LOGGED)),
    ];
    const { size, head, logged_size: told, logged_at: at, logged_index: index } = end;
    return {
      lines: Number(size),
      head,
      logged:
        told === null || at === null || index === null
          ? null
          : { lines: Number(told), time: Number(at), entry: Number(index) },
      broken: broken === undefined ? null : shownOf(broken),
    };
  }, CHECKING);
}

/** A verdict in one line, for people at a shell. */
export function auditVerdict({ lines, logged, broken }: AuditChain): string {
  if (broken === null) {
    const told = logged === null ? "not in the public log yet" : `${logged.lines} of them in the public log`;
    return `The audit log is whole: ${lines} lines, ${told}.`;
  }
  const { id, place, why } = broken;
  const which = [
    ...(id === null ? [] : [`number ${id}`]),
    ...(place === null ? [] : [`the ${place}. of the chain`]),
  ];
  return `THE AUDIT LOG IS BROKEN. The first broken line was ${why}: ${which.join(", ")}.`;
}

interface EndRow extends Record<string, unknown> {
  readonly size: bigint;
  readonly head: string;
  readonly logged_size: bigint | null;
  readonly logged_at: bigint | null;
  readonly logged_index: bigint | null;
}

interface BrokenRow extends Record<string, unknown> {
  readonly place: bigint | null;
  readonly id: bigint | null;
  readonly why: Broken["why"];
}

function shownOf({ place, id, why }: BrokenRow): Broken {
  return { place: place === null ? null : Number(place), id: id === null ? null : String(id), why };
}
