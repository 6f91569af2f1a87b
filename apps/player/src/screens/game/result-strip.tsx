import { ChevronRightIcon, CheckIcon, IconButton, joinClasses, XIcon } from "@lotus/ui";
import { useEffect } from "react";
import { periodOutcome, resultLayout } from "../../features/bet-result/outcome.ts";
import { outcomeLine } from "../../features/bet-result/period-result.ts";
import type { Results } from "../../features/bet-result/use-results.ts";
import { giveCue } from "../../components/cue.ts";
import { shortNo } from "../../features/draw/draw-phase.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./game.module.css";

interface ResultStripProps {
  results: Results;
  nameOf: (code: string) => string;
}

/** The last result of the player's bets as an unobtrusive line. A tap opens it, the cross dismisses it. */
export function ResultStrip({ results, nameOf }: ResultStripProps) {
  const words = useI18n();
  const { t } = words;
  const outcome = results.result === null ? undefined : periodOutcome(results.result.orders);
  const shown = outcome?.settled === true ? results.result : null;
  const won = outcome !== undefined && shown !== null && resultLayout(outcome) === "won";
  const prizeNo = shown?.draw.prizeNo;
  useEffect(() => {
    if (prizeNo !== undefined) giveCue(won ? "won" : "drawn");
  }, [prizeNo, won]);
  return (
    // A <div>, because an <output> may not hold blocks and buttons.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status">
      {shown !== null && outcome !== undefined && (
        <div className={joinClasses(styles.resultStrip, won && styles.resultWon)}>
          <button type="button" className={styles.resultOpen} onClick={results.open}>
            {won && <CheckIcon size={16} aria-hidden />}
            <span>
              {t("play.result.title", { game: nameOf(shown.draw.gameCode), no: shortNo(shown.draw.prizeNo) })}
              <b>{outcomeLine(outcome, words)}</b>
            </span>
            {results.waiting > 0 && <span>{`+${String(results.waiting)}`}</span>}
            <ChevronRightIcon size={16} aria-hidden />
          </button>
          <IconButton label={t("play.close")} icon={<XIcon size={18} />} onClick={results.putAllAway} />
        </div>
      )}
    </div>
  );
}
