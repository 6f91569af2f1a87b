/** The markers of harm by name: on the wire, in settings, and in the texts of each locale. */
export const HARM_SIGNALS = [
  "rechargeAfterLoss",
  "risingStakes",
  "nights",
  "raisedLimits",
  "rechargesADay",
  "failedRecharges",
  "longPlay",
  "playedBack",
  "askedForMoney",
  "shareLost",
  "daysPlayed",
] as const;
export type HarmSignal = (typeof HARM_SIGNALS)[number];
