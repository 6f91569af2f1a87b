import type { BetRecord, DrawResult } from "@lotus/contract";
import { facts, findGame } from "@lotus/games";
import type { I18n } from "../../i18n/use-i18n.tsx";
import { type PeriodOutcome, resultLayout } from "./outcome.ts";

/** A period of a game. */
export interface GamePeriod {
  readonly gameCode: string;
  readonly prizeNo: string;
}

/** A drawn period and the player's orders in it. */
export interface PeriodResult {
  readonly draw: DrawResult;
  readonly orders: readonly BetRecord[];
}

/** Orders that took part in the draw of a period; a cancelled one did not. */
export function ordersIn(list: readonly BetRecord[], { prizeNo }: Pick<GamePeriod, "prizeNo">) {
  return list.filter((order) => order.prizeNo === prizeNo && order.status !== "cancelled");
}

/** The draw, taken from the settled orders of its period. */
export function drawOf([order]: readonly BetRecord[]): DrawResult | undefined {
  const game = order === undefined ? undefined : findGame(order.gameCode);
  const numbers = order?.winningNumbers;
  if (order === undefined || game === undefined || numbers === undefined) return undefined;
  return {
    gameCode: order.gameCode,
    prizeNo: order.prizeNo,
    drawAt: order.drawAt ?? order.time,
    numbers,
    late: false,
    facts: { ...facts(game.code, numbers, order.lunarYear) },
  };
}

/** A result in a few words: "You won +195.00", "No win this time". */
export function outcomeLine(outcome: PeriodOutcome, { t, money }: Pick<I18n, "t" | "money">): string {
  const layout = resultLayout(outcome);
  if (layout === "won") return `${t("play.result.won")} ${money(outcome.payout, { signed: true })}`;
  if (layout === "refunded") return t("play.result.refunded");
  const refund =
    outcome.refund > 0n ? ` · ${t("play.result.refund", { refund: money(outcome.refund) })}` : "";
  return layout === "lost"
    ? `${t("play.result.lost")}${refund}`
    : `${t("play.result.stakeAndPayout", { stake: money(outcome.stake), payout: money(outcome.payout) })}${refund}`;
}
