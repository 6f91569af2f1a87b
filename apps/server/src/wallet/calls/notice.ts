import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { moneyOrderNo } from "../money-record.ts";
import { isSigned, takeNotice, type NoticeResult } from "../recharges/notices.ts";
import type { WalletDeps } from "../wallet-deps.ts";

/** Result for the sender, which does not distinguish a second payment from one without an order. */
const RESULTS = {
  passed: "passed",
  review: "review",
  extra: "unmatched",
  unmatched: "unmatched",
} as const satisfies Record<NoticeResult, string>;

/** POST /api/notice/:channelId. */
export function noticeCall({
  db,
  vault,
  channels,
  now,
  notify,
}: Pick<WalletDeps, "db" | "vault" | "channels" | "now" | "notify">): BoundCall<typeof CALLS.notice> {
  return bind(CALLS.notice, async ({ params, body }, { signed, bodyHash, log }) => {
    const begins = channels.find(({ id }) => id === params.channelId)?.begins;
    if (begins?.as !== "pendingReview" || begins.noticeSecret === null) return refuse("CHANNEL_UNKNOWN");
    if (signed === undefined || !isSigned(begins.noticeSecret, signed, signed.body, now())) {
      log.warn({ channel: params.channelId }, "a notice of a payment was not signed as it should be");
      return refuse("NOTICE_REFUSED");
    }
    const result = await takeNotice(
      { db, vault },
      {
        channelId: params.channelId,
        id: body.notice_id,
        bodyHash,
        amount: body.amount,
        currency: body.currency,
        reference: body.reference ?? null,
      },
    );
    if (!("orderId" in result)) {
      return refuse(result.outcome === "conflict" ? "NOTICE_CONFLICT" : "MONEY_STOPPED");
    }
    notify();
    const orderNo = result.orderId === null ? null : moneyOrderNo("recharge", result.orderId);
    return accept({ result: RESULTS[result.outcome], orderNo });
  });
}
