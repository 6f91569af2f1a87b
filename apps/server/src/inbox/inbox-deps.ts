import type { Locale } from "@lotus/locales";
import type { Database } from "../db/database.ts";
import type { Wording } from "./wording.ts";

/** What the calls of the inbox share. */
export interface InboxDeps {
  readonly db: Database;
  readonly wording: Wording;
  readonly nameOf: (game: string, locale: Locale) => string;
  /** Wakes the live events after a commit. */
  readonly notify: () => void;
  readonly now: () => number;
}
