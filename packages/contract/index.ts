export * from "./announcement.ts";
export { birthDate } from "./birth-date.ts";
export * from "./call.ts";
export * from "./calls/all.ts";
export * as CALLS from "./calls/all.ts";
export * from "./client.ts";
export * from "./codes.ts";
export * from "./csv.ts";
export * from "./events.ts";
export * from "./fields.ts";
export { HARM_SIGNALS, type HarmSignal } from "./harm-signals.ts";
export { LEAKED_PASSWORDS } from "./leaked-passwords.ts";
export * from "./payout-fields.ts";
export * from "./person-name.ts";
export * from "./player-reasons.ts";
export { PICTURE_MAX_BYTES } from "./picture.ts";
export * from "./records.ts";
export * from "./session-end.ts";
export * from "./session-tokens.ts";
export { username } from "./typed-fields.ts";
export { SPREADSHEET_TYPE, Spreadsheet, type SheetCell } from "./spreadsheet.ts";
export * from "./version.ts";
export { MAX_SLIP_LINES } from "./calls/lottery/order.ts";
export { MAX_SAVED, MAX_SAVED_LINES } from "./calls/lottery/saved.ts";
export {
  CHASE_MULTIPLE_MAX,
  CHASE_PERIODS,
  MAX_RUNNING_CHASES,
  type ChaseEnd,
  type ChaseMiss,
  type ChaseRecord,
  type ChaseState,
  type ChaseStep,
} from "./calls/lottery/chase.ts";
export { BANNER_DRAWINGS, type BannerDrawing } from "./calls/app/banners.ts";
export { PUSH_KINDS, type PushKind } from "./calls/user/push.ts";
export { SERVICE_TEXT_MAX, type ServiceLine } from "./calls/service/conversation.ts";
export {
  LIMIT_KINDS,
  LIMIT_WINDOWS,
  MONTHS_FOR_GOOD,
  REALITY_CHECK_MINUTES,
  TIME_OUT_DAYS_MAX,
  type LimitKind,
  type LimitWindow,
} from "./calls/user/play-limits.ts";
export {
  DOCUMENT_KINDS,
  IDENTITY_STATES,
  PROVING_KINDS,
  type DocumentKind,
  type Identity,
  type IdentityState,
} from "./calls/user/identity.ts";
export type { WireAssertion, WireCredential } from "./passkey-fields.ts";
export { PASSKEY_KINDS, PASSKEY_PURPOSES } from "./calls/user/passkeys.ts";
export type { Mail, MailTab } from "./calls/user/user-mail.ts";
export type { RuleGroup, RuleItem, RuleMode, RuleOption, RuleTree } from "./calls/lottery/rule.ts";
export type { TrackTrend, Trend, TrendSize } from "./calls/lottery/trend.ts";
export { PRIZE_NO } from "./patterns.ts";
