import type { Locale } from "@lotus/locales";
import type { Database } from "../db/database.ts";
import type { Wording } from "./wording.ts";

/** Dependencies shared by the calls of the inbox. */
export interface InboxDeps {
  readonly db: Database;
  readonly wording: Wording;
  readonly nameOf: (game: string, locale: Locale) => string;
  /** Wakes the live events after a commit. */
  readonly notify: () => void;
  readonly now: () => number;
}
