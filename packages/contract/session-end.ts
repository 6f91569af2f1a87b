/**
 * Why a session ended, in `data.reason` of SESSION_ENDED: `logout` by its own log-out, `device` by the player on another
 * device, `desk` by customer service, `ended` by one of these two (earlier servers did not tell them apart), `password`
 * because the password was changed, `passkey` because the passkey that it began with was removed, `copied` because there may be
 * a copy of that passkey, `locked` and `closed` with the account, `reuse` because its jwt was used twice, `idle` because it
 * was not used for long, `expired` by age.
 */
export const SESSION_END_REASONS = [
  "logout",
  "device",
  "desk",
  "ended",
  "password",
  "passkey",
  "copied",
  "locked",
  "closed",
  "reuse",
  "idle",
  "expired",
] as const;

export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

/** The reason in a refusal's data; `ended` if it has none that is known here. */
export function sessionEndReason(data: unknown): SessionEndReason {
  const given = typeof data === "object" && data !== null && "reason" in data ? data.reason : undefined;
  return SESSION_END_REASONS.find((reason) => reason === given) ?? "ended";
}
