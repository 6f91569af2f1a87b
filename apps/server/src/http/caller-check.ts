import type { SessionEndReason } from "@lotus/contract";
import type { Caller } from "./handler.ts";

/** A token whose session has ended, and why. */
export interface EndedToken {
  readonly ended: SessionEndReason;
}

/** Why a token is invalid: expired (401), or its session ended (402), for players with the reason. */
type Worthless = "expired" | "ended" | EndedToken;

/** Result of checking an access token: its owner, or why it is invalid. */
export type TokenVerdict<Who = Caller> = Who | Worthless;

/** How the HTTP server resolves callers. */
export interface CallerCheck<Who = Caller> {
  /** The verdict, if it is known without a query. */
  known(token: string): TokenVerdict<Who> | undefined;
  check(token: string): Promise<TokenVerdict<Who>>;
}

export function isWorthless<Who extends object>(verdict: TokenVerdict<Who>): verdict is Worthless {
  return typeof verdict === "string" || "ended" in verdict;
}

/** The code and the details that refuse a call with such a token. */
export function refusalOf(
  verdict: Worthless,
): [
  code: "TOKEN_EXPIRED" | "SESSION_ENDED",
  detail?: { readonly data: { readonly reason: SessionEndReason } },
] {
  if (verdict === "expired") return ["TOKEN_EXPIRED"];
  return verdict === "ended" ? ["SESSION_ENDED"] : ["SESSION_ENDED", { data: { reason: verdict.ended } }];
}
