import { ChevronRightIcon, CheckIcon, IconButton, joinClasses, XIcon } from "@lotus/ui";
import { useEffect, useEffectEvent } from "react";
import { periodOutcome, resultLayout } from "../../features/bet-result/outcome.ts";
import { outcomeLine } from "../../features/bet-result/period-result.ts";
import type { Results } from "../../features/bet-result/use-results.ts";
import { giveCue } from "../../components/cue.ts";
import { useLiveEvent } from "../../live/live-events.ts";
import { resultKey } from "../../session/result-news.ts";
import { shortNo } from "../../features/draw/draw-phase.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./game.module.css";

interface ResultStripProps {
  results: Results;
  /** The game of the page. */
  code: string;
  nameOf: (code: string) => string;
}

/** The result that the line shows: that of settled bets. */
function shownResult({ result }: Results) {
  const outcome = result === null ? undefined : periodOutcome(result.orders);
  if (result === null || outcome?.settled !== true) return null;
  return { draw: result.draw, outcome, won: resultLayout(outcome) === "won" };
}

/** Lets a result be heard once its line is shown. Not by the line itself, whose place changes as the slip opens. */
export function useResultCue(results: Results, isShown: boolean): void {
  const shown = isShown ? shownResult(results) : null;
  const prizeNo = shown?.draw.prizeNo;
  const won = shown?.won === true;
  useEffect(() => {
    if (prizeNo !== undefined) giveCue(won ? "won" : "drawn");
  }, [prizeNo, won]);
}

/** How long a loss in another game stays, as on pages of no game. The last tab's badge counts it until it is seen. */
const PASSING_MS = 6_000;
/** How long a loss in the game of the page stays, unless its next draw comes first. */
const OWN_MS = 20_000;

/** The last result of the player's bets as an unobtrusive line. A tap opens it, the cross dismisses it. */
export function ResultStrip({ results, code, nameOf }: ResultStripProps) {
  const words = useI18n();
  const { t } = words;
  const shown = shownResult(results);
  const lost = shown === null || shown.won ? null : shown.draw;
  const isOwn = lost?.gameCode === code;
  const passing = lost === null ? null : resultKey(lost.gameCode, lost.prizeNo);
  // One that was here to be read is seen; one in passing is not.
  const leave = useEffectEvent(isOwn ? results.putAway : results.leave);
  useEffect(() => {
    if (passing === null) return undefined;
    const timer = setTimeout(leave, isOwn ? OWN_MS : PASSING_MS);
    return () => clearTimeout(timer);
  }, [passing, isOwn]);
  useLiveEvent("draw", ({ gameCode, prizeNo }) => {
    if (gameCode === lost?.gameCode && prizeNo > lost.prizeNo) leave();
  });
  return (
    // A <div>, because an <output> may not hold blocks and buttons.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status">
      {shown !== null && (
        <div className={joinClasses(styles.resultStrip, shown.won && styles.resultWon)}>
          <button type="button" className={styles.resultOpen} onClick={results.open}>
            {shown.won && <CheckIcon size={16} aria-hidden />}
            <span>
              {t("play.result.title", { game: nameOf(shown.draw.gameCode), no: shortNo(shown.draw.prizeNo) })}
              <b>{outcomeLine(shown.outcome, words)}</b>
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
