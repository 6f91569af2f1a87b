import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { presentedTransPassword, typedCode } from "../../typed-fields.ts";
import { network, walletAddress } from "../../payout-fields.ts";
import { withdrawAddress } from "../../records.ts";

export const bindDigitWall = defineCall({
  method: "POST",
  path: "/api/user/bindDigitWall",
  summary:
    "Binds a digital wallet, whose address is checked by the checksum of its network. A further address holds withdrawals for 24 hours.",
  auth: "player",
  rate: "entry",
  body: z
    .strictObject({
      network,
      address: walletAddress,
      address_confirmation: typedCode(),
      trans_password: presentedTransPassword,
    })
    .check(
      z.refine((body) => body.address === body.address_confirmation, {
        error: "validation.walletAddressesDiffer",
        path: ["address_confirmation"],
      }),
    ),
  data: withdrawAddress,
  refusals: [
    "ACCOUNT_LOCKED",
    "TRANS_PASSWORD_WRONG",
    "TRANS_PASSWORD_LOCKED",
    "ADDRESSES_LOCKED",
    "ADDRESS_INVALID",
    "ADDRESS_OWN",
    "ADDRESS_TAKEN",
    "ADDRESS_LIMIT",
  ],
});
