import type { CallData, DocumentKind } from "@lotus/contract";
import type { DESK_CALLS, IdentityRecord, IdentityRow, PlayerRef } from "@lotus/contract/desk";
import type { ListPlace, Queries } from "../../db/database.ts";
import { doubtsOf, maskBirthDate, maskName, underAgeWhy } from "../../identity/identity.ts";
import { decisionsOn } from "../audit/decisions.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { takesTwo } from "./corrections.ts";
import * as sql from "./identities.sql.ts";

interface Row {
  readonly id: bigint;
  readonly player_id: bigint;
  readonly username: string;
  readonly player_status: PlayerRef["status"];
  readonly sent_ms: bigint;
  readonly state: IdentityRow["state"];
  readonly verdict: IdentityRow["verdict"];
  readonly decided_ms: bigint | null;
  readonly operator_id: bigint | null;
  readonly operator_name: string | null;
  readonly reason: string;
}

/** What a player sent, with its keys. */
export interface ListedIdentity {
  readonly id: bigint;
  readonly playerId: bigint;
  readonly record: IdentityRow;
}

/** What players have sent, in the order of its numbers. */
export async function listIdentities(
  db: Queries,
  { state }: { readonly state?: string | undefined },
  { before, limit, order = "newest" }: ListPlace,
): Promise<readonly ListedIdentity[]> {
  const rows = await db.query<Row & Record<string, unknown>>(sql.LIST[order], [before, limit, state ?? null]);
  return rows.map(listed);
}

/** One sending by its number, or null. */
export async function findIdentity(db: Queries, id: bigint): Promise<ListedIdentity | null> {
  const [row] = await db.query<Row & Record<string, unknown>>(sql.ONE, [id]);
  return row === undefined ? null : listed(row);
}

/** The page of one sending; null if there is none. */
export async function readIdentity(
  deps: Pick<DeskDeps, "db" | "services">,
  id: bigint,
): Promise<IdentityRecord | null> {
  const found = await findIdentity(deps.db, id);
  if (found === null) return null;
  const documents = await deps.db.query<{
    id: bigint;
    kind: DocumentKind;
    created: bigint;
    is_erased: boolean;
  }>(sql.DOCUMENTS, [id]);
  return {
    ...found.record,
    decisions: await decisionsOn(deps.db, [`identity ${id}`], ["identity.verify", "identity.refuse"]),
    person: await personOf(deps, found.playerId),
    documents: documents.map(({ id: number, kind, created, is_erased: erased }) => ({
      id: String(number),
      kind,
      uploadedAt: Number(created),
      erased,
    })),
  };
}

/** What is known of a player, and all that was sent. */
export async function playerIdentityOf(
  deps: Pick<DeskDeps, "db" | "services">,
  playerId: bigint,
): Promise<CallData<typeof DESK_CALLS.playerIdentity>> {
  const rows = await deps.db.query<Row & Record<string, unknown>>(sql.OF_PLAYER, [playerId]);
  return { ...(await personOf(deps, playerId)), sent: rows.map((row) => listed(row).record) };
}

async function personOf(
  { db, services: { identity, wallet } }: Pick<DeskDeps, "db" | "services">,
  playerId: bigint,
): Promise<IdentityRecord["person"]> {
  const { state, realName, birthDate } = await identity.known(db, playerId);
  const match = realName === null ? null : await wallet.addresses.matchCardName(playerId, realName);
  return {
    state,
    realName: realName === null ? null : maskName(realName),
    birthDate: birthDate === null ? null : maskBirthDate(birthDate),
    nameDiffers: match === null ? null : match !== "same",
    nameNear: match === "near",
    correctedByTwo: await takesTwo(db, playerId),
    underAge: await underAgeWhy(db, playerId),
    doubts: (await doubtsOf(db, playerId)).map(({ id, username, status }) => ({
      id: String(id),
      name: username,
      status,
    })),
  };
}

function listed(row: Row): ListedIdentity {
  const { operator_id: operatorId, decided_ms: decided } = row;
  return {
    id: row.id,
    playerId: row.player_id,
    record: {
      id: String(row.id),
      player: { id: String(row.player_id), name: row.username, status: row.player_status },
      sentAt: Number(row.sent_ms),
      state: row.state,
      verdict: row.verdict,
      decidedAt: decided === null ? null : Number(decided),
      operator: operatorId === null ? null : { id: String(operatorId), name: row.operator_name ?? "" },
      reason: row.reason,
    },
  };
}
