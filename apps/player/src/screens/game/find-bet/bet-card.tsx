import type { RuleMode, RuleOption } from "@lotus/contract";
import { VisuallyHidden } from "@lotus/ui";
import { memo, useMemo } from "react";
import { oddsTable } from "../../../features/slip/assess.ts";
import { oddsText } from "../../../features/slip/odds-text.ts";
import { PicksText } from "../../../features/slip/picks-text.tsx";
import { spread } from "../../../features/slip/slip-figures.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import styles from "./find-bet.module.css";
import { smallestBet } from "./smallest-bet.ts";

interface BetCardProps {
  mode: RuleMode;
  option: RuleOption;
  gameCode: string;
  /** Its board is the one behind the sheet. */
  isShown: boolean;
  onChoose: (id: string) => void;
}

/** A bet as a card: its mode and name, odds, and the smallest bet that can be made of it. */
export const BetCard = memo(function BetCard({ mode, option, gameCode, isShown, onChoose }: BetCardProps) {
  const words = useI18n();
  const { t } = words;
  const odds = useMemo(() => spread(Object.values(oddsTable(option))), [option]);
  const example = useMemo(() => smallestBet(gameCode, option), [gameCode, option]);
  return (
    <button
      type="button"
      data-cell
      className={styles.card}
      aria-current={isShown || undefined}
      onClick={() => onChoose(option.id)}
    >
      <VisuallyHidden>{`${mode.name}: `}</VisuallyHidden>
      <span className={styles.name}>{option.name}</span>
      {odds !== null && <span className={styles.odds}> {oddsText(odds, words)}</span>}
      {isShown && <span className={styles.shown}>{t("find.shown")}</span>}
      {example !== null && (
        <span className={styles.example}>
          {t("find.example")} <PicksText option={option} line={example} />
        </span>
      )}
    </button>
  );
});
