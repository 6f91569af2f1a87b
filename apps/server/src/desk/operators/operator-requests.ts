import type { Action, OperatorRequestRecord, Role } from "@lotus/contract/desk";
import type { ListPlace, Queries } from "../../db/database.ts";
import type { Vault } from "../../vault/vault.ts";
import type { OperatorSessions } from "../session/sessions.ts";
import type { EnrolmentHalf, Enrolments } from "./enrolments.ts";
import * as sql from "./operator-requests.sql.ts";
import { readOperator, type Operators } from "./operators.ts";
import { isOwnRequest, sealRequest, type SealedRequest } from "./operator-seals.ts";
import { isRole } from "./role.ts";
import { secondPerson } from "./second-person.ts";

export type RequestKind = OperatorRequestRecord["kind"];

/** The action that creates a request of each kind. */
export const ACTION_OF = {
  create: "operator.create",
  reissue: "operator.reissue",
  role: "operator.role",
  unlock: "operator.unlock",
} as const satisfies Readonly<Record<RequestKind, Action>>;

/** How long a request waits for another admin. */
const REQUEST_HOURS = 48;

/** A request with the people involved. */
export interface OperatorRequest {
  readonly id: bigint;
  readonly kind: RequestKind;
  /** Null for an operator to be created. */
  readonly operatorId: bigint | null;
  readonly name: string;
  readonly role: Role | null;
  readonly status: OperatorRequestRecord["status"];
  readonly askedBy: { readonly id: bigint; readonly name: string };
  /** Hash of the half that its author was shown. */
  readonly half: Uint8Array | null;
  readonly sealed: SealedRequest;
  readonly seal: Uint8Array | null;
  readonly record: OperatorRequestRecord;
}

/** A requested change. */
export interface RequestedChange {
  readonly kind: RequestKind;
  readonly operatorId: bigint | null;
  /** Name of an operator to be created. */
  readonly name: string | null;
  readonly role: Role | null;
  readonly reason: string;
  readonly askedBy: bigint;
  readonly half: Uint8Array | null;
}

/** Result of a confirmation; `done` has changed the operator. */
export type ConfirmOutcome =
  | { readonly outcome: "done"; readonly operatorId: bigint }
  | { readonly outcome: "finished" | "same-operator" | "own" | "related" | "new" | "name-taken" };

/** The operator who confirms. */
export interface Confirmer {
  readonly operatorId: bigint;
  readonly newDays: number;
  /** The half that they are shown, if somebody is to enrol. */
  readonly half: EnrolmentHalf | null;
}

interface Row {
  readonly id: bigint;
  readonly kind: RequestKind;
  readonly operator_id: bigint | null;
  readonly name: string;
  readonly role: string | null;
  readonly reason: string;
  readonly status: OperatorRequestRecord["status"];
  readonly asked_by: bigint;
  readonly asked_name: string;
  readonly asked_ms: bigint;
  readonly expires_ms: bigint;
  readonly decided_by: bigint | null;
  readonly decided_name: string | null;
  readonly decided_ms: bigint | null;
  readonly half_hash: Uint8Array | null;
  /** Name of an operator to be created. */
  readonly asked_for: string | null;
  readonly seal: Uint8Array | null;
}

/** Admins' requests to change operators, carried out once another admin has confirmed them. */
export class OperatorRequests {
  readonly #options: OperatorRequestsOptions;

  constructor(options: OperatorRequestsOptions) {
    this.#options = options;
  }

  /** Stores a request; null while another one about the same operator waits. */
  async create(tx: Queries, change: RequestedChange): Promise<bigint | null> {
    const { kind, operatorId, name, role, reason, askedBy, half } = change;
    await tx.query(sql.END_OVER, [operatorId, name]);
    const [next] = await tx.query<{ id: bigint; expires_ms: bigint }>(sql.NEXT, [REQUEST_HOURS]);
    if (next === undefined) throw new Error("a sequence answered nothing");
    const { id, expires_ms: expiresMs } = next;
    const seal = sealRequest(this.#options.vault, id, { ...change, expiresMs });
    const values = [kind, operatorId, name, role, reason, askedBy, expiresMs, half, id, seal];
    const [row] = await tx.query<{ id: bigint }>(sql.ASK, values);
    return row?.id ?? null;
  }

  /** Carries out a request, as the second of two people. */
  async confirm(tx: Queries, id: bigint, by: Confirmer): Promise<ConfirmOutcome> {
    await tx.query(sql.LOCK, [id]);
    const request = await readRequest(tx, id);
    if (request?.status !== "waiting") return { outcome: "finished" };
    // One that the database's role wrote, or changed, was asked for by nobody.
    if (!isOwnRequest(this.#options.vault, id, request.sealed, request.seal)) return { outcome: "finished" };
    const { kind, askedBy } = request;
    if (askedBy.id === by.operatorId) return { outcome: "same-operator" };
    if (request.operatorId === by.operatorId) return { outcome: "own" };
    const { operators } = this.#options;
    const { operatorId: confirmer, newDays } = by;
    const second = { action: ACTION_OF[kind], operatorId: confirmer, newDays, operators };
    const word = await secondPerson(tx, second, [askedBy.id]);
    // Its author may no longer do this: the request is void.
    if (word === "first") return { outcome: "finished" };
    if (word !== "second") return { outcome: word };
    const operatorId = await this.#change(tx, request, by.half);
    if (typeof operatorId === "string") return { outcome: operatorId };
    await tx.query(sql.END, [id, "confirmed", by.operatorId, operatorId]);
    return { outcome: "done", operatorId };
  }

  /** Cancels a waiting request; false when it no longer waits. */
  async cancel(tx: Queries, id: bigint, operatorId: bigint): Promise<boolean> {
    await tx.query(sql.LOCK, [id]);
    const request = await readRequest(tx, id);
    if (request?.status !== "waiting") return false;
    await tx.query(sql.END, [id, "cancelled", operatorId, null]);
    return true;
  }

  async #change(
    tx: Queries,
    request: OperatorRequest,
    half: EnrolmentHalf | null,
  ): Promise<bigint | "finished" | "name-taken"> {
    const { operators, enrolments, sessions } = this.#options;
    const { kind, name, role } = request;
    if (kind === "create") {
      if (role === null) throw new Error(`request ${request.id} is for no role`);
      const made = await operators.add(tx, { name, role });
      if (made === null) return "name-taken";
      await enrolments.open(tx, made.id, ...halvesOf(request, half));
      return made.id;
    }
    const operator = request.operatorId === null ? null : await readOperator(tx, request.operatorId, true);
    if (operator === null) throw new Error(`request ${request.id} is about nobody`);
    if (kind === "unlock") {
      if (operator.status !== "locked") return "finished";
      await operators.setStatus(tx, operator.id, "active");
      return operator.id;
    }
    await sessions.endAll(tx, operator.id);
    if (kind === "role") {
      if (role === null) throw new Error(`request ${request.id} is for no role`);
      await operators.setRole(tx, operator.id, role);
    } else {
      await operators.forgetSecrets(tx, operator.id);
      await enrolments.open(tx, operator.id, ...halvesOf(request, half));
    }
    return operator.id;
  }
}

interface OperatorRequestsOptions {
  readonly vault: Vault;
  readonly operators: Operators;
  readonly enrolments: Enrolments;
  readonly sessions: OperatorSessions;
}

/** A request, or null when there is none. */
export async function readRequest(db: Queries, id: bigint): Promise<OperatorRequest | null> {
  const [row] = await db.query<Row & Record<string, unknown>>(sql.ONE, [id]);
  return row === undefined ? null : requestOf(row);
}

/** Requests in the order of their ids. */
export async function listRequests(
  db: Queries,
  { waiting }: { readonly waiting: boolean },
  { before, limit, order = "newest" }: ListPlace,
): Promise<readonly OperatorRequest[]> {
  return (await db.query<Row & Record<string, unknown>>(sql.LIST[order], [before, limit, waiting])).map(
    requestOf,
  );
}

/** Number of requests that wait for another admin. */
export async function countWaiting(db: Queries): Promise<number> {
  const [row] = await db.query<{ waiting: number }>(sql.COUNT_WAITING);
  return row?.waiting ?? 0;
}

function halvesOf(
  { id, half: first }: OperatorRequest,
  second: EnrolmentHalf | null,
): [Uint8Array, Uint8Array] {
  if (first === null || second === null) throw new Error(`request ${id} has no code to enrol by`);
  return [first, second.hash];
}

function requestOf(row: Row): OperatorRequest {
  const { decided_by: decidedBy, decided_ms: decidedMs, operator_id: operatorId } = row;
  const role = isRole(row.role) ? row.role : null;
  const { id, kind, name, status, reason } = row;
  const askedBy = { id: row.asked_by, name: row.asked_name };
  return {
    id,
    kind,
    operatorId,
    name,
    role,
    status,
    askedBy,
    half: row.half_hash,
    sealed: {
      kind,
      operatorId,
      name: row.asked_for,
      role: row.role,
      askedBy: row.asked_by,
      expiresMs: row.expires_ms,
      half: row.half_hash,
    },
    seal: row.seal,
    record: {
      id: String(id),
      kind,
      operator: { id: operatorId === null ? null : String(operatorId), name },
      role,
      reason,
      status,
      askedBy: { id: String(askedBy.id), name: askedBy.name },
      askedAt: Number(row.asked_ms),
      expiresAt: Number(row.expires_ms),
      decidedBy: decidedBy === null ? null : { id: String(decidedBy), name: row.decided_name ?? "" },
      decidedAt: decidedMs === null ? null : Number(decidedMs),
    },
  };
}
