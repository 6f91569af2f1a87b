import type { SealedColumn, SealedPlace, Vault } from "../../vault/vault.ts";

/*
 * What makes somebody an operator is sealed by the server's keys, which the database does not have: a row that the database's
 * role writes by itself makes nobody an operator, gives nobody another role and opens no session.
 */

/** The sealed columns, for renewing seals. */
export const OPERATOR_SEALS: readonly SealedColumn[] = [
  { table: "operator", key: ["id"], column: "role_seal" },
  { table: "operator_access", key: ["operator_id", "version"], column: "seal" },
  { table: "operator_session", key: ["id"], column: "seal" },
  { table: "operator_session", key: ["id"], column: "access_seal" },
  { table: "operator_enrolment", key: ["operator_id"], column: "seal" },
  { table: "operator_request", key: ["id"], column: "seal" },
];

const rolePlace = (operatorId: bigint): SealedPlace => ({
  table: "operator",
  column: "role_seal",
  row: operatorId,
});

export function sealRole(vault: Vault, operatorId: bigint, role: string): Uint8Array {
  return vault.seal(rolePlace(operatorId), role);
}

/** A role as stored, with its seal; `role_before` is the one from before there were seals. */
export interface SealedRole {
  readonly role: string;
  readonly role_seal: Uint8Array | null;
  readonly role_before: string | null;
}

/** Whether a server gave an operator this role, at whatever time. */
function isOwnRole(vault: Vault, operatorId: bigint, stored: SealedRole): boolean {
  const { role, role_seal: seal, role_before: before } = stored;
  return seal === null ? role === before : opensTo(vault, rolePlace(operatorId), seal, role);
}

/** The newest row of an operator's access; all null where a server of before made the operator. */
export interface SealedAccess extends SealedRole {
  readonly access_version: number | null;
  readonly access_role: string | null;
  readonly access_status: "active" | "locked" | null;
  readonly access_seal: Uint8Array | null;
}

/** What an operator may: `version` counts their locks, unlocks, roles and reissues. */
export interface OperatorAccess {
  readonly version: number;
  readonly role: string;
  readonly status: "active" | "locked";
}

const accessPlace = (operatorId: bigint, version: number): SealedPlace => ({
  table: "operator_access",
  column: "seal",
  row: `${operatorId}/${version}`,
});

const accessText = ({ role, status }: Omit<OperatorAccess, "version">): string => `${role}|${status}`;

export function sealAccess(vault: Vault, operatorId: bigint, access: OperatorAccess): Uint8Array {
  return vault.seal(accessPlace(operatorId, access.version), accessText(access));
}

/** The access that a server gave an operator last; null where what is stored is no server's word. */
export function ownAccess(vault: Vault, operatorId: bigint, stored: SealedAccess): OperatorAccess | null {
  const { access_version: version, access_role: role, access_status: status, access_seal: seal } = stored;
  if (version === null || role === null || status === null || role !== stored.role) return null;
  const access = { version, role, status };
  const isOwn =
    seal === null
      ? isOwnRole(vault, operatorId, stored)
      : opensTo(vault, accessPlace(operatorId, version), seal, accessText(access));
  return isOwn ? access : null;
}

const sessionPlace = (sessionId: string): SealedPlace => ({
  table: "operator_session",
  column: "seal",
  row: sessionId,
});

/** A session: whose it is, the hash of its token, when it began (epoch ms) and with which access. */
interface SealedSession {
  readonly operatorId: bigint;
  readonly tokenHash: Uint8Array;
  readonly createdMs: bigint;
  readonly accessVersion: number;
}

const sessionText = ({ operatorId, tokenHash }: SealedSession): string =>
  `${operatorId}|${Buffer.from(tokenHash).toString("hex")}`;

const sessionAccessPlace = (sessionId: string): SealedPlace => ({
  table: "operator_session",
  column: "access_seal",
  row: sessionId,
});

const sessionAccessText = (session: SealedSession): string =>
  `${sessionText(session)}|${session.createdMs}|${session.accessVersion}`;

/** The two seals of a session: the first one is what servers of before ask for. */
export function sealSession(
  vault: Vault,
  sessionId: string,
  session: SealedSession,
): readonly [Uint8Array, Uint8Array] {
  return [
    vault.seal(sessionPlace(sessionId), sessionText(session)),
    vault.seal(sessionAccessPlace(sessionId), sessionAccessText(session)),
  ];
}

export function isOwnSession(
  vault: Vault,
  sessionId: string,
  session: SealedSession,
  seal: Uint8Array | null,
): boolean {
  return seal !== null && opensTo(vault, sessionAccessPlace(sessionId), seal, sessionAccessText(session));
}

const enrolmentPlace = (operatorId: bigint): SealedPlace => ({
  table: "operator_enrolment",
  column: "seal",
  row: operatorId,
});

const halvesText = (halves: readonly Uint8Array[]): string =>
  halves.map((half) => Buffer.from(half).toString("hex")).join("|");

export function sealEnrolment(
  vault: Vault,
  operatorId: bigint,
  halves: readonly [Uint8Array, Uint8Array],
): Uint8Array {
  return vault.seal(enrolmentPlace(operatorId), halvesText(halves));
}

export function isOwnEnrolment(
  vault: Vault,
  operatorId: bigint,
  halves: readonly [Uint8Array, Uint8Array],
  seal: Uint8Array | null,
): boolean {
  return seal !== null && opensTo(vault, enrolmentPlace(operatorId), seal, halvesText(halves));
}

const requestPlace = (requestId: bigint): SealedPlace => ({
  table: "operator_request",
  column: "seal",
  row: requestId,
});

/** What one admin asks another to confirm, as its seal holds it. */
export interface SealedRequest {
  readonly kind: string;
  readonly operatorId: bigint | null;
  readonly name: string | null;
  readonly role: string | null;
  readonly askedBy: bigint;
  /** Until when it waits, epoch milliseconds. */
  readonly expiresMs: bigint;
  readonly half: Uint8Array | null;
}

const requestText = ({ kind, operatorId, name, role, askedBy, expiresMs, half }: SealedRequest): string =>
  JSON.stringify([
    kind,
    operatorId === null ? null : String(operatorId),
    name,
    role,
    String(askedBy),
    String(expiresMs),
    half === null ? null : Buffer.from(half).toString("hex"),
  ]);

export function sealRequest(vault: Vault, requestId: bigint, request: SealedRequest): Uint8Array {
  return vault.seal(requestPlace(requestId), requestText(request));
}

export function isOwnRequest(
  vault: Vault,
  requestId: bigint,
  request: SealedRequest,
  seal: Uint8Array | null,
): boolean {
  return seal !== null && opensTo(vault, requestPlace(requestId), seal, requestText(request));
}

function opensTo(vault: Vault, place: SealedPlace, seal: Uint8Array, text: string): boolean {
  try {
    return vault.open(place, seal) === text;
  } catch {
    // Of another row, or made without the keys.
    return false;
  }
}
