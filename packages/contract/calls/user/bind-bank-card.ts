import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { presentedTransPassword, typedCode } from "../../typed-fields.ts";
import { bankName, cardNumber, realName } from "../../payout-fields.ts";
import { withdrawAddress } from "../../records.ts";

export const bindBankCard = defineCall({
  method: "POST",
  path: "/api/user/bindBankCard",
  summary:
    "Binds a bank card or account. All cards of a player carry one name. A further address holds withdrawals for 24 hours.",
  auth: "player",
  rate: "entry",
  body: z
    .strictObject({
      real_name: realName,
      bank_name: bankName,
      card_no: cardNumber,
      card_no_confirmation: typedCode(),
      trans_password: presentedTransPassword,
    })
    .check(
      z.refine((body) => body.card_no === body.card_no_confirmation, {
        error: "validation.cardNumbersDiffer",
        path: ["card_no_confirmation"],
      }),
    ),
  data: withdrawAddress,
  refusals: [
    "ACCOUNT_LOCKED",
    "TRANS_PASSWORD_WRONG",
    "TRANS_PASSWORD_LOCKED",
    "ADDRESSES_LOCKED",
    "ADDRESS_OWN",
    "ADDRESS_TAKEN",
    "ADDRESS_LIMIT",
    "REAL_NAME_DIFFERS",
  ],
});
