import type { BetReport, DrawReport } from "@lotus/fair";

/** Whose beacon and witnesses a check trusted, and since when. */
export interface TrustState {
  /** `build`: pinned by the app's build. `first-seen`: what the server named when this device first asked. */
  readonly pinnedBy: "build" | "first-seen";
  /** Whether the server now names another beacon or policy than the pinned one: red. */
  readonly hasChanged: boolean;
  readonly beacon: "public" | "house";
  readonly witnesses: "public" | "house" | "none";
  /** Names of the policy's witnesses. */
  readonly witnessNames: readonly string[];
}

export interface DrawCheck {
  readonly report: DrawReport;
  readonly trust: TrustState;
}

export interface BetCheck {
  readonly report: BetReport;
  readonly trust: TrustState;
}
