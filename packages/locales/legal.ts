/**
 * The versions of the terms and the privacy text in `rules.json` (keys `rules.terms.…` and `rules.privacy.…`): shown
 * beside a text, agreed to by players, and returned by /api/app/config. A change of a text in any language needs a new
 * version; legal.test.ts has the hash of each version's texts.
 */
export const LEGAL_VERSIONS = { terms: "2026-11.3", privacy: "2026-11.3" } as const;

/** A text that has versions. */
export type LegalDocument = keyof typeof LEGAL_VERSIONS;
