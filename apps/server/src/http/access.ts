import type { CallSpec, CodeName } from "@lotus/contract";
import type { DeskAction } from "@lotus/contract/desk";
import type { AnyCaller } from "./caller.ts";

/** Access without a token; each such path states it explicitly. */
export interface PublicAccess {
  readonly auth: "public";
}

/**
 * Who may use a path: anybody, a logged-in player, a player or anybody, or an operator whose role allows its action.
 * Every path of a port declares it, calls, streams and files alike; otherwise the server does not start.
 */
export type Access =
  | PublicAccess
  | { readonly auth: "player" | "optional" }
  | { readonly auth: "operator"; readonly action: DeskAction };

export const PUBLIC: PublicAccess = { auth: "public" };

/** A served path of a port. */
export interface ServedRoute {
  readonly method: string;
  /** With `:name` for parameters; "*" for all other paths. */
  readonly path: string;
  readonly access: Access;
}

/**
 * Who may make a call. @throws Error for an operator's call without an action
 */
export function accessOf(call: CallSpec & { readonly action?: DeskAction | undefined }): Access {
  const { auth, action } = call;
  if (auth !== "operator") return { auth };
  if (action === undefined) throw new Error(`${call.method} ${call.path} does not say what it does`);
  return { auth, action };
}

/** The rule of the players' port: players may use what is for players, and nothing else. */
export function refusesButPlayers(access: Access, caller: AnyCaller): CodeName | undefined {
  const forPlayers = access.auth === "player" || access.auth === "optional";
  return forPlayers && "playerId" in caller ? undefined : "TOKEN_EXPIRED";
}
