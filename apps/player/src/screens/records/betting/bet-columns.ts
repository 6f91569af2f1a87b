import type { BetRecord } from "@lotus/contract";
import { recordName } from "../../../features/bet-result/bet-words.ts";
import type { SheetColumn } from "../../../components/save-sheet.ts";
import type { LobbyGame } from "../../../features/lobby-games/use-games.ts";
import type { I18n } from "../../../i18n/use-i18n.tsx";
import { shownStatus } from "./status.ts";

/** The columns of a file of bets. */
export function betColumns(
  games: readonly LobbyGame[],
  { t }: Pick<I18n, "t">,
): readonly SheetColumn<BetRecord>[] {
  const gameOf = (code: string) => games.find(({ gameCode }) => gameCode === code)?.name ?? code;
  return [
    { name: t("play.detail.orderNo"), cell: ({ orderNo }) => orderNo },
    { name: t("play.detail.betTime"), cell: ({ betTime }) => ({ at: betTime }) },
    { name: t("records.game"), cell: ({ gameCode }) => gameOf(gameCode) },
    { name: t("records.period"), cell: ({ prizeNo }) => prizeNo },
    { name: t("records.play"), cell: recordName },
    { name: t("play.detail.picks"), cell: ({ betNumbers, picks = betNumbers }) => picks },
    { name: t("play.detail.bets"), cell: ({ betCount }) => betCount },
    { name: t("play.slip.unit"), cell: ({ betAmount }) => ({ amount: betAmount }) },
    { name: t("play.records.stake"), cell: ({ total }) => ({ amount: total }) },
    { name: t("play.records.payout"), cell: ({ payout }) => ({ amount: payout }) },
    { name: t("money.type.refund"), cell: ({ refund }) => ({ amount: refund }) },
    { name: t("play.records.status"), cell: (order) => t(shownStatus(order).word) },
    { name: t("play.detail.result"), cell: ({ winningNumbers = [] }) => winningNumbers.join(" ") },
  ];
}
