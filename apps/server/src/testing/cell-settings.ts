export const BANK_SECRET = "what-the-bank-signs-its-notices-with";

/** Settings under which one operator is enough unless the table requires two. */
export const CELL_SETTINGS = {
  RECHARGE_BANK_ACCOUNT: "0011001234567",
  RECHARGE_BANK_NAME: "A Bank",
  RECHARGE_BANK_PAYEE: "LOTUS",
  RECHARGE_BANK_NOTICE_SECRET: BANK_SECRET,
  RECHARGE_MAX_PENDING: "1000",
  WITHDRAWAL_MAX_PENDING: "100",
  TURNOVER_PERCENT: "0",
  GIFT_FOUR_EYES_ABOVE: "1.00",
  DESK_SEPARATION_DAYS: "0",
  DESK_OPERATOR_DAY_VOIDS: "1000",
};
