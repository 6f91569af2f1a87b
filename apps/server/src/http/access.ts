import type { CallSpec, CodeName } from "@lotus/contract";
import type { DeskAction } from "@lotus/contract/desk";
import type { AnyCaller } from "./caller.ts";

/** For anybody, without a token: said of each path that is. */
export interface PublicAccess {
  readonly auth: "public";
}

/**
 * Who may come to a path: anybody, a logged-in player, a player or anybody, or an operator whose role may do what it
 * does. Every path of a port says so, calls, streams and files alike: the server does not start with one that does not.
 */
export type Access =
  | PublicAccess
  | { readonly auth: "player" | "optional" }
  | { readonly auth: "operator"; readonly action: DeskAction };

export const PUBLIC: PublicAccess = { auth: "public" };

/** A path of a port as it is served. */
export interface ServedRoute {
  readonly method: string;
  /** With `:name` where it takes any value; "*" for every path that is no other. */
  readonly path: string;
  readonly access: Access;
}

/**
 * Who may make a call.
 * @throws Error for a call of an operator that does not say what it does
 */
export function accessOf(call: CallSpec & { readonly action?: DeskAction | undefined }): Access {
  const { auth, action } = call;
  if (auth !== "operator") return { auth };
  if (action === undefined) throw new Error(`${call.method} ${call.path} does not say what it does`);
  return { auth, action };
}

/** The rule of the players' port: a player comes to what is for players, and to nothing else. */
export function refusesButPlayers(access: Access, caller: AnyCaller): CodeName | undefined {
  const forPlayers = access.auth === "player" || access.auth === "optional";
  return forPlayers && "playerId" in caller ? undefined : "TOKEN_EXPIRED";
}
