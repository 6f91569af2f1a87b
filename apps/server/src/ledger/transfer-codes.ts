/** Reasons for a movement of money. */
export const TRANSFER_CODES = [
  "stake",
  "payout",
  "stake-refund",
  "stake-release",
  "recharge",
  "withdrawal-hold",
  "withdrawal-return",
  "withdrawal",
  "withdrawal-fee",
  "gift",
  "rebate",
  "commission",
  "adjustment",
  "chase-hold",
  "chase-release",
] as const;
export type TransferCode = (typeof TRANSFER_CODES)[number];
