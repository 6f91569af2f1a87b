import type { BetRecord } from "@lotus/contract";
import type { OwnBet } from "./own-bets.ts";

/** A bet as its check needs to know it. */
export function ownBetOf({ orderNo, gameCode, prizeNo, status, drawAt, ...shown }: BetRecord): OwnBet {
  const { optionId, groups, betAmount, total } = shown;
  const placed = { optionId, groups, betAmount, total };
  const isOver = status !== "notDrawn" && status !== "drawn";
  return { orderNo, gameCode, periodNo: prizeNo, placed, drawAt, isOver };
}
