/**
 * The versions of the terms and the privacy text in `rules.json` (keys `rules.terms.…` and `rules.privacy.…`): what the
 * app shows beside a text, what a player agrees to, and what /api/app/config says are this. Who changes a text in any
 * language gives it a new version; legal.test.ts knows the texts of each version by their hash.
 */
export const LEGAL_VERSIONS = { terms: "2026-11.2", privacy: "2026-11" } as const;

/** A text that has versions. */
export type LegalDocument = keyof typeof LEGAL_VERSIONS;
