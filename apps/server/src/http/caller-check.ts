import type { SessionEndReason } from "@lotus/contract";
import type { Caller } from "./handler.ts";

/** A token whose session has ended, and why. */
export interface EndedToken {
  readonly ended: SessionEndReason;
}

/** Why a token is worth nothing: 401 expired, 402 ended, which players are told the reason of. */
type Worthless = "expired" | "ended" | EndedToken;

/** What an access token is worth: its owner, or why it is worth nothing. */
export type TokenVerdict<Who = Caller> = Who | Worthless;

/** How the HTTP server learns who calls. */
export interface CallerCheck<Who = Caller> {
  /** The verdict when it is known without asking the database. */
  known(token: string): TokenVerdict<Who> | undefined;
  ask(token: string): Promise<TokenVerdict<Who>>;
}

export function isWorthless<Who extends object>(verdict: TokenVerdict<Who>): verdict is Worthless {
  return typeof verdict === "string" || "ended" in verdict;
}

/** The code that refuses a call by such a token, and what is said with it. */
export function refusalOf(
  verdict: Worthless,
): [
  code: "TOKEN_EXPIRED" | "SESSION_ENDED",
  detail?: { readonly data: { readonly reason: SessionEndReason } },
] {
  if (verdict === "expired") return ["TOKEN_EXPIRED"];
  return verdict === "ended" ? ["SESSION_ENDED"] : ["SESSION_ENDED", { data: { reason: verdict.ended } }];
}
