/**
 * Why a session ended, in `data.reason` of SESSION_ENDED: `logout` by its own log-out, `ended` by the player on another
 * device or by customer service, `password` because the password was changed, `locked` and `closed` with the account,
 * `reuse` because its jwt was used twice, `expired` by age.
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

/** The reason in a refusal's data; `ended` if it has none. */
export function sessionEndReason(data: unknown): SessionEndReason {
  const given = typeof data === "object" && data !== null && "reason" in data ? data.reason : undefined;
  return SESSION_END_REASONS.find((reason) => reason === given) ?? "ended";
}
