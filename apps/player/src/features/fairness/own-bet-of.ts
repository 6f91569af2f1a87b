import type { BetRecord } from "@lotus/contract";
import type { OwnBet } from "./own-bets.ts";

/** A bet as its check needs to know it. */
export function ownBetOf({ orderNo, gameCode, prizeNo, status }: BetRecord): OwnBet {
  return { orderNo, gameCode, periodNo: prizeNo, isOver: status !== "notDrawn" && status !== "drawn" };
}
