import type { TrustState } from "../features/fairness/checks.ts";

/** What a verifier finds out about a house whose beacon and witnesses others run. */
export const PUBLIC_TRUST: TrustState = {
  pinnedBy: "build",
  hasChanged: false,
  beacon: "public",
  witnesses: "public",
  witnessNames: [],
  operators: [],
};
