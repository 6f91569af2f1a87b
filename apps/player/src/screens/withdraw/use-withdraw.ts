import { AttemptKey } from "@lotus/client";
import type { MoneyRecord } from "@lotus/contract";
import { formatMoney, type Money } from "@lotus/money";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sendKept } from "../../features/outcomes/send-kept.ts";
import { QUOTE_KEY } from "../../features/payout/payout-queries.ts";
import { RECORDS_KEY } from "../../features/record-list/record-queries.ts";
import { balanceOfReply, refreshHolds } from "../../session/user-info.ts";

interface WithdrawRequest {
  readonly addressId: string;
  readonly amount: Money;
  readonly password: string;
}

/**
 * Requests a withdrawal. The idempotency key is reused until the outcome is known, so that a retry after a lost connection
 * can never withdraw twice; another amount or address gets a new key.
 */
export function useWithdraw() {
  const client = useQueryClient();
  const [attempt] = useState(() => new AttemptKey());
  return useMutation({
    mutationFn: async ({ addressId, amount, password }: WithdrawRequest): Promise<MoneyRecord> => {
      const body = {
        type: "withdrawal",
        amount: formatMoney(amount),
        addr_id: addressId,
        trans_password: password,
      } as const;
      const of = `${addressId} ${body.amount}`;
      const shownInPlace = ["TRANS_PASSWORD_WRONG", "TRANS_PASSWORD_LOCKED"] as const;
      return sendKept("withdrawal", { body }, { of, attempt, shownInPlace });
    },
    onMutate: balanceOfReply,
    onSuccess: (order, _asked, showBalance) => {
      if (order.balanceAfter !== undefined) showBalance(order.balanceAfter);
      refreshHolds();
      void client.invalidateQueries({ queryKey: RECORDS_KEY });
      void client.invalidateQueries({ queryKey: QUOTE_KEY });
    },
    // Other obstacles may apply by now.
    onError: () => void client.invalidateQueries({ queryKey: QUOTE_KEY }),
  });
}
