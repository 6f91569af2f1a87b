import { AttemptKey } from "@lotus/client";
import type { CALLS, CallData } from "@lotus/contract";
import { formatMoney, type Money } from "@lotus/money";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sendKept } from "../../features/outcomes/send-kept.ts";
import { noteRegisterStop, SHOWN_AS_STOP } from "../../features/protection/register-stop.ts";
import { RECORDS_KEY } from "../../features/record-list/record-queries.ts";
import { balanceOfReply, balanceQuery } from "../../session/user-info.ts";

export type RechargeOrder = CallData<typeof CALLS.makeOrder>;

interface RechargeRequest {
  readonly channelId: string;
  readonly amount: Money;
}

/** Refusals that the page shows: those of registers as a whole, that of an own limit above the button. */
const SHOWN_IN_PLACE = [...SHOWN_AS_STOP, "OWN_LIMIT_REACHED"] as const;

/**
 * Requests a recharge. The idempotency key is reused until the outcome is known, so that a retry after a lost connection
 * can never recharge twice; another amount or channel gets a new key.
 */
export function useRecharge() {
  const client = useQueryClient();
  const [attempt] = useState(() => new AttemptKey());
  return useMutation({
    mutationFn: async ({ channelId, amount }: RechargeRequest): Promise<RechargeOrder> => {
      const body = { type: "recharge", amount: formatMoney(amount), channel_id: channelId } as const;
      const of = `${channelId} ${body.amount}`;
      return sendKept("recharge", { body }, { of, attempt, shownInPlace: SHOWN_IN_PLACE });
    },
    onError: noteRegisterStop,
    onMutate: balanceOfReply,
    onSuccess: (order, _asked, showBalance) => {
      if (order.balanceAfter !== undefined) showBalance(order.balanceAfter);
      else void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
      void client.invalidateQueries({ queryKey: RECORDS_KEY });
    },
  });
}
