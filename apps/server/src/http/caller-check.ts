import type { SessionEndReason } from "@lotus/contract";
import type { Caller } from "./handler.ts";

/** A token whose session has ended, and why. */
export interface EndedToken {
  readonly ended: SessionEndReason;
}

/** What an access token is worth: its owner, or why it is worth nothing (401 expired, 402 ended). */
export type TokenVerdict<Who = Caller> = Who | "expired" | "ended" | EndedToken;

/** How the HTTP server learns who calls. */
export interface CallerCheck<Who = Caller> {
  /** The verdict when it is known without asking the database. */
  known(token: string): TokenVerdict<Who> | undefined;
  ask(token: string): Promise<TokenVerdict<Who>>;
}
