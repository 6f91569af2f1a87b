/*
 * Fair draws, `lot-fair/2` (draw-proof/, bet-proof/): numbers from a public beacon, everything else in a public log. The
 * same code runs on the server, in verifiers and in the browser, also without a secure context; keys and clocks are passed
 * in.
 */
export {
  checkBet,
  isBetOnlyUnsettled,
  type BetFault,
  type BetPayout,
  type BetReport,
  type BetStep,
  type BetStepName,
  type BetVerdict,
  type CheckBetOptions,
} from "./bet-proof/check-bet.ts";
export {
  betLeaf,
  betsRoot,
  PADDED_TO,
  paddingLeaf,
  payoutLeaf,
  type CommittedBet,
  type CommittedPayout,
} from "./bet-proof/committed.ts";
export { type BetProofDocument, type BetReceiptReply } from "./bet-proof/document.ts";
export type { PlacedOrder } from "./bet-proof/placed-order.ts";
export {
  receiptFaults,
  receiptMessage,
  verifyReceipt,
  type BetReceipt,
  type ReceiptFault,
  type SignedBatch,
} from "./bet-proof/receipt.ts";
export { oddsPath } from "./bet-proof/odds-table.ts";
export { beaconSeed, beaconUniform, type BeaconDraw } from "./draw-proof/beacon-seed.ts";
export { checkDraw, type CheckDrawOptions, type DrawTrust } from "./draw-proof/check-draw.ts";
export { readShownClose, type ShownClose } from "./draw-proof/shown-close.ts";
export {
  CLOSE_BEFORE_DRAW_MS,
  DRAW_TIMEOUT_MS,
  SETTLE_TIMEOUT_MS,
  SETTLE_WITHIN_MS,
} from "./draw-proof/period-times.ts";
export { LOG_VERSION, REFUNDS_PROVED, versionFor } from "./draw-proof/log-version.ts";
export type { PeriodLog } from "./period-log/period-log.ts";
export { PeriodLogReader } from "./period-log/period-log-reader.ts";
export type {
  ComputedNumbers,
  DrawFault,
  DrawReport,
  DrawStep,
  DrawStepName,
  DrawVerdict,
  VoidedPeriod,
  WitnessedEntry,
} from "./draw-proof/report.ts";
export {
  BEACON_SCHEME,
  readDrawProof,
  type DrawProofDocument,
  type ProvenEntry,
} from "./draw-proof/document.ts";
export {
  parseEntry,
  parseOddsEntry,
  type CloseEntry,
  type DrawEntry,
  type DrawLogEntry,
  type HouseEntry,
  type OddsEntry,
  type PeriodEntry,
  type SettledEntry,
  type SkippedEntry,
  type VoidEntry,
} from "./draw-proof/entries.ts";
export { streamBytes, uniformFrom, uniformOf, type StreamStep } from "./stream.ts";
export { canonicalJson, parseCanonical, type CanonicalValue } from "./canonical-json.ts";
export {
  PUBLIC_PARTIES,
  type PublicBeacon,
  type PublicParties,
  type PublicWitness,
} from "./known/public-parties.ts";
export {
  logNames,
  pinnedChain,
  publicBeacon,
  publicWitness,
  whoRuns,
  type WhoRuns,
} from "./known/who-runs.ts";
