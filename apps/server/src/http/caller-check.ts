import type { Caller } from "./handler.ts";

/** What an access token is worth: its player, or why it is worth nothing (401 expired, 402 ended). */
export type TokenVerdict = Caller | "expired" | "ended";

/** How the HTTP server learns who calls. */
export interface CallerCheck {
  /** The verdict when it is known without asking the database. */
  known(token: string): TokenVerdict | undefined;
  ask(token: string): Promise<TokenVerdict>;
}
