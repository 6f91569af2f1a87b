/**
 * The result codes of the API, grouped by area: 1xxx account, 2xxx money, 3xxx betting, 4xxx messages,
 * 8xxx the desk, 9xxx general. A number is never reused. Each has its text in every locale under `codes.<NAME>`.
 */
export const CODES = {
  OK: 0,
  TOKEN_EXPIRED: 401,
  SESSION_ENDED: 402,

  USERNAME_TAKEN: 1001,
  WRONG_CREDENTIALS: 1002,
  INVITE_CODE_UNKNOWN: 1003,
  INVITE_CODE_REQUIRED: 1004,
  OLD_PASSWORD_WRONG: 1005,
  PASSWORD_TOO_COMMON: 1006,
  PASSWORD_IS_USERNAME: 1007,
  TRANS_PASSWORD_WRONG: 1008,
  TRANS_PASSWORD_LOCKED: 1009,
  TOO_MANY_ATTEMPTS: 1010,
  ACCOUNT_LOCKED: 1011,

  NOT_ENOUGH_MONEY: 2001,
  AMOUNT_BELOW_MIN: 2002,
  AMOUNT_ABOVE_MAX: 2003,
  AMOUNT_NOT_WHOLE: 2004,
  CHANNEL_UNKNOWN: 2005,
  CHANNEL_CLOSED: 2006,
  IDEMPOTENCY_CONFLICT: 2007,
  MONEY_ORDER_UNKNOWN: 2008,
  MONEY_ORDER_FINISHED: 2009,
  MONEY_STOPPED: 2010,

  ADDRESS_UNKNOWN: 2020,
  ADDRESS_INVALID: 2021,
  ADDRESS_OWN: 2022,
  ADDRESS_TAKEN: 2023,
  ADDRESS_LIMIT: 2024,
  ADDRESSES_LOCKED: 2025,
  REAL_NAME_DIFFERS: 2026,
  WITHDRAWAL_HELD: 2027,
  WITHDRAWAL_PENDING: 2028,
  TURNOVER_LEFT: 2029,

  GAME_UNKNOWN: 3001,
  GAME_CLOSED: 3002,
  PERIOD_UNKNOWN: 3003,
  PERIOD_NOT_OPEN: 3004,
  PERIOD_CLOSED: 3005,
  OPTION_OFF: 3006,
  BAD_SELECTION: 3007,
  STAKE_BELOW_MIN: 3008,
  STAKE_ABOVE_MAX: 3009,
  TOO_MANY_BETS: 3010,
  PAYOUT_OVER_CAP: 3011,
  NOT_ENOUGH_BALANCE: 3012,
  ODDS_CHANGED: 3013,
  PLAYER_EXCLUDED: 3014,
  OWN_LIMIT_REACHED: 3015,
  ORDER_UNKNOWN: 3016,
  ORDER_NOT_CANCELLABLE: 3017,

  ACTION_FORBIDDEN: 8001,
  STATE_REFUSES: 8002,
  RECORD_UNKNOWN: 8003,
  SAME_OPERATOR: 8004,
  SIGN_IN_WRONG: 8005,
  PASSWORD_CHANGE_NEEDED: 8006,
  OPERATOR_NAME_TAKEN: 8007,
  OWN_ACCOUNT: 8008,
  ODDS_REFUSED: 8009,
  STALE_VERSION: 8010,
  LIMITS_REFUSED: 8011,

  COMING_SOON: 9001,
  BAD_REQUEST: 9400,
  NOT_FOUND: 9404,
  METHOD_NOT_ALLOWED: 9405,
  BODY_TOO_LARGE: 9413,
  UNSUPPORTED_MEDIA: 9415,
  TOO_MANY_REQUESTS: 9429,
  INTERNAL: 9500,
  OVERLOADED: 9503,
} as const;

export type CodeName = keyof typeof CODES;

/** Codes that come with their own HTTP status; every other refusal is HTTP 200. */
export const HTTP_STATUS = {
  BAD_REQUEST: 400,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  OVERLOADED: 503,
} as const satisfies Partial<Record<CodeName, number>>;

/** Codes any call may answer, never declared. */
export type GeneralCodeName = keyof typeof HTTP_STATUS | "OK" | "TOKEN_EXPIRED" | "SESSION_ENDED";

/** Codes that a call declares in `refusals`. */
export type RefusalName = Exclude<CodeName, GeneralCodeName>;

/** The name of a numeric code, or undefined for a number that was never given out. */
export function codeName(code: number): CodeName | undefined {
  for (const [name, value] of Object.entries(CODES)) {
    // Object.entries widens the keys of the registry to string.
    if (value === code) return name as CodeName;
  }
  return undefined;
}
