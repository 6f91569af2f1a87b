export * from "./actions.ts";
export * from "./all.ts";
export { defineDeskCall, OWN_SESSION, type DeskAction, type DeskCallSpec } from "./desk-call.ts";
export { DESK_EXPORTS, type DeskExport } from "./exports.ts";
export { newOperatorName, type AuditChain } from "./operators.ts";
export * from "./records.ts";
export type { AgentBookRow, AgentRecord, AgentRow, PlanRecord, TeamRow } from "./agents.ts";
export { SECOND_ACTIONS, secondKind, type SecondKind, type WaitsForSecond } from "./second.ts";
export type { Found } from "./find.ts";
export type { GiftRecord } from "./gifts.ts";
export { operatorPassword, operatorSession, type OperatorSession } from "./session.ts";
export type { NoticeRow } from "./announcements.ts";
export type { BannerRow } from "./banners.ts";
export { CARE_OUTCOMES, type CareCaseRow, type CareOutcome } from "./care.ts";
export type { ConversationRow } from "./conversations.ts";
export type { IdentityRecord, IdentityRow } from "./identities.ts";
export {
  CANDIDATE_FITS,
  type CandidateFit,
  type PaymentCandidate,
  type PaymentNoticeRow,
  CLICK_REASONS,
} from "./payments.ts";
export { MAX_PERIODS_TOGETHER } from "./periods.ts";
export { TROUBLES, type Trouble } from "./trouble.ts";
export type { RetentionRow } from "./privacy.ts";
export { DESK_EVENTS, DESK_STREAM, type DeskEventName, type DeskEvents, type DeskWaiting } from "./stream.ts";
