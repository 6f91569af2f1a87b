import type { SealedColumn, SealedPlace, Vault } from "../../vault/vault.ts";

/*
 * What makes somebody an operator is sealed by the server's keys, which the database does not have: a row that the database's
 * role writes by itself makes nobody an operator, gives nobody another role and opens no session.
 */

/** The sealed columns, for renewing seals. */
export const OPERATOR_SEALS: readonly SealedColumn[] = [
  { table: "operator", key: ["id"], column: "role_seal" },
  { table: "operator_session", key: ["id"], column: "seal" },
  { table: "operator_enrolment", key: ["operator_id"], column: "seal" },
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

/** Whether a server gave an operator this role. */
export function isOwnRole(vault: Vault, operatorId: bigint, stored: SealedRole): boolean {
  const { role, role_seal: seal, role_before: before } = stored;
  return seal === null ? role === before : opensTo(vault, rolePlace(operatorId), seal, role);
}

const sessionPlace = (sessionId: string): SealedPlace => ({
  table: "operator_session",
  column: "seal",
  row: sessionId,
});

/** A session: whose it is, and the hash of its token. */
interface SealedSession {
  readonly operatorId: bigint;
  readonly tokenHash: Uint8Array;
}

const sessionText = ({ operatorId, tokenHash }: SealedSession): string =>
  `${operatorId}|${Buffer.from(tokenHash).toString("hex")}`;

export function sealSession(vault: Vault, sessionId: string, session: SealedSession): Uint8Array {
  return vault.seal(sessionPlace(sessionId), sessionText(session));
}

export function isOwnSession(
  vault: Vault,
  sessionId: string,
  session: SealedSession,
  seal: Uint8Array | null,
): boolean {
  return seal !== null && opensTo(vault, sessionPlace(sessionId), seal, sessionText(session));
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

function opensTo(vault: Vault, place: SealedPlace, seal: Uint8Array, text: string): boolean {
  try {
    return vault.open(place, seal) === text;
  } catch {
    // Of another row, or made without the keys.
    return false;
  }
}
