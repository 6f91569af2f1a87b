import type { Role } from "@lotus/contract/desk";

/** Who makes a call: the player behind a valid access token. */
export interface Caller {
  readonly playerId: bigint;
  /** The session (family of tokens) the access token belongs to. */
  readonly familyId: string;
}

/** Who makes a call at the desk: the operator behind a session. */
export interface OperatorCaller {
  readonly operatorId: bigint;
  readonly name: string;
  readonly role: Role;
  readonly sessionId: string;
  /** The one-time password is not replaced yet, and nothing else is allowed. */
  readonly mustChangePassword: boolean;
  /** When the session ends at the latest (epoch milliseconds). */
  readonly expiresAt: number;
}

export type AnyCaller = Caller | OperatorCaller;
