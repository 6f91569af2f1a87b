import type { EnvironmentReader } from "./environment.ts";

/** How long what is about players is kept, in days. */
export interface PrivacySettings {
  /** An archive that a player asked for. */
  readonly keepExportsDays: number;
  /** What names the player of a closed account. */
  readonly keepClosedDays: number;
  /** The addresses of the last logins. */
  readonly keepAddressesDays: number;
  readonly keepMessagesDays: number;
  /** A conversation, after its last line. */
  readonly keepConversationsDays: number;
}

const TEN_YEARS = 3_650;

/** Reads how long data are kept. */
export function readPrivacy(read: EnvironmentReader): PrivacySettings {
  return {
    keepExportsDays: read.integer("KEEP_EXPORTS_DAYS", 7, 1, 30),
    // What is kept by the name of a login is forgotten within half a year by itself.
    keepClosedDays: read.integer("KEEP_CLOSED_DAYS", 1_825, 180, TEN_YEARS),
    keepAddressesDays: read.integer("KEEP_ADDRESSES_DAYS", 90, 1, TEN_YEARS),
    keepMessagesDays: read.integer("KEEP_MESSAGES_DAYS", 730, 30, TEN_YEARS),
    keepConversationsDays: read.integer("KEEP_CONVERSATIONS_DAYS", 1_095, 30, TEN_YEARS),
  };
}
