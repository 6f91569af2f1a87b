import type { BetReport, DrawReport, WhoRuns } from "@lotus/fair";

/** Which beacon and witnesses a check trusted, since when, and who runs them by the list of the build. */
export interface TrustState extends WhoRuns {
  /** `build`: pinned by the app's build. `first-seen`: what the server named when this device first asked. */
  readonly pinnedBy: "build" | "first-seen";
  /** Whether the server now names another beacon or policy than the pinned one: red. */
  readonly hasChanged: boolean;
  /** Names of the policy's witnesses: anybody can give a key any name. */
  readonly witnessNames: readonly string[];
  /** Those who run the public ones of them, which are known by their keys. */
  readonly operators: readonly string[];
}

export interface DrawCheck {
  readonly report: DrawReport;
  readonly trust: TrustState;
}

export interface BetCheck {
  readonly report: BetReport;
  readonly trust: TrustState;
}
