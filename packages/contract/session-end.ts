/**
 * Why a session ended, as SESSION_ENDED tells it in `data.reason`: `logout` by a log-out of its own, `ended` by the player
 * on another device or by customer service, `password` with every other as the password was changed, `locked` and `closed`
 * with the account, `reuse` for safety as its jwt came a second time, `expired` by age.
 */
export const SESSION_END_REASONS = [
  "logout",
  "ended",
  "password",
  "locked",
  "closed",
  "reuse",
  "expired",
] as const;

export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

/** The reason in the data of a refusal; `ended` of a server that tells none. */
export function sessionEndReason(data: unknown): SessionEndReason {
  const told = typeof data === "object" && data !== null && "reason" in data ? data.reason : undefined;
  return SESSION_END_REASONS.find((reason) => reason === told) ?? "ended";
}
