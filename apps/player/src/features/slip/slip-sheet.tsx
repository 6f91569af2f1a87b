import {
  ClockIcon,
  CircleAlertIcon,
  Countdown,
  Pill,
  Sheet,
  Strip,
  useLastShown,
  useSecondsLeft,
} from "@lotus/ui";
import { useState } from "react";
import { LateChaseEntry } from "../chase/late-chase.tsx";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { OwnLimitStrip } from "../protection/own-limit-strip.tsx";
import { shortNo } from "../draw/draw-phase.ts";
import { DRAFT } from "./game-store.ts";
import type { Slip } from "./use-slip.ts";
import { SlipActions } from "./slip-actions.tsx";
import { OddsChanges } from "./odds-changes.tsx";
import type { LineFigures, OddsChange } from "./slip-figures.ts";
import { listRuns, SlipListRow } from "./slip-list-row.tsx";
import { SlipLineRow } from "./slip-line-row.tsx";
import styles from "./slip-sheet.module.css";
import { StakeEditor } from "./stake-editor.tsx";
import type { SlipSheetProps } from "./slip-sheet-props.ts";

/** The slip: lines, stake per bet, cost and range of the payout, and the bet button. */
export function SlipSheet(props: SlipSheetProps) {
  const { store, now, tools } = props;
  const { t } = useI18n();
  const { isOpen } = props.slip;
  // While the sheet closes it keeps showing what was placed: the lines are already gone from the slip.
  const isTaken = props.slip.busy && props.slip.figures.lines.length === 0;
  const slip = { ...(useLastShown(isOpen && !isTaken ? props.slip : undefined) ?? props.slip), isOpen };
  const frozen = slip.busy || slip.unanswered;
  const [staked, setStakedKey] = useStakedLine(slip);
  return (
    <Sheet
      open={isOpen}
      onClose={slip.close}
      title={t("play.slip.title")}
      closeLabel={t("play.close")}
      headerEnd={<Period slip={slip} now={now} />}
      footer={
        <>
          <StakeEditor
            slip={slip}
            store={store}
            line={staked}
            onAll={() => setStakedKey(null)}
            folded={slip.phase === "closed" || frozen}
          />
          <SlipActions {...props} slip={slip} />
        </>
      }
    >
      <Notices slip={slip} />
      {slip.figures.lines.length === 0 && <p className={styles.empty}>{t("play.slip.empty")}</p>}
      <ul>
        {listRuns(slip.figures.lines).map((run) => (
          <SlipListRow
            key={run[0].line.key}
            lines={run}
            frozen={frozen}
            hasFault={run.some((figures) => faultOf(slip, figures, t) !== false)}
            onRemove={() => {
              for (const { line } of run) store.getState().removeLine(line.key);
            }}
          >
            {run.map((figures) => (
              <SlipLineRow
                key={figures.line.key}
                figures={figures}
                isStaked={figures === staked}
                frozen={frozen}
                fault={faultOf(slip, figures, t)}
                onRemove={() => {
                  const state = store.getState();
                  if (figures.line.key === DRAFT) state.reset();
                  else state.removeLine(figures.line.key);
                }}
                onStake={() => setStakedKey(figures === staked ? null : figures.line.key)}
                onEdit={() => {
                  if (figures.line.key !== DRAFT) store.getState().editLine(figures.line.key);
                  slip.close();
                }}
              />
            ))}
          </SlipListRow>
        ))}
      </ul>
      {props.afterLines}
      {props.onChase !== undefined && <LateChaseEntry slip={slip} store={store} onChase={props.onChase} />}
      {tools}
    </Sheet>
  );
}

/** The line whose own stake is edited: none once it was removed, placed or taken back to the board. */
function useStakedLine({ isOpen, figures }: Slip): [LineFigures | null, (key: string | null) => void] {
  const [key, setKey] = useState<string | null>(null);
  const staked = (isOpen && figures.lines.find(({ line }) => line.key === key)) || null;
  if (staked === null && key !== null) setKey(null);
  return [staked, setKey];
}

/** The fault of a line, as text if it is shown nowhere else. */
function faultOf({ notice, problem }: Slip, { line, betCount }: LineFigures, t: I18n["t"]): string | boolean {
  if (notice?.kind === "line" && notice.key === line.key) return notice.text;
  if (problem?.kind === "tooManyBets" && problem.key === line.key) {
    return t("play.limit.bets", { count: betCount, max: problem.max });
  }
  if (problem === null || !("key" in problem) || problem.key !== line.key) return false;
  // A stake that all lines share is at fault below, one of its own here.
  return problem.kind === "overCap" || line.amount !== undefined;
}

/** The slip's period and its remaining sale time. */
function Period({ slip, now }: { slip: Slip; now: () => number }) {
  const { t } = useI18n();
  const isMoving = slip.phase === "moving";
  const isEarly = isMoving || slip.phase === "early";
  const shown = isMoving ? slip.next : slip.seen;
  const seconds = useSecondsLeft((isEarly ? shown?.openAt : slip.seen?.closeAt) ?? null, now);
  if (shown === null) return null;
  if (slip.phase === "closed") return <Pill tone="amber">{t("play.slip.closed")}</Pill>;
  return (
    <span className={styles.period}>
      {t("play.draw.period", { no: shortNo(shown.prizeNo) })}
      <span className={styles.clock}>
        <ClockIcon size={16} aria-hidden />
        <Countdown
          size={14}
          seconds={seconds}
          {...(isEarly && { urgentBelow: 0 })}
          label={t(isEarly ? "app.games.opensIn" : "play.slip.closesIn")}
        />
      </span>
    </span>
  );
}

/** Notices the player must read before sending. */
function Notices({ slip }: { slip: Slip }) {
  const { t, time } = useI18n();
  const { notice, problem, seen, next } = slip;
  const isLate = notice?.kind === "late";
  return (
    <div className={styles.notices}>
      {slip.unanswered && (
        <Strip shape="card" icon={<CircleAlertIcon size={20} aria-hidden />}>
          <b>{t("play.slip.unanswered")}</b> {t("play.slip.unansweredHow")}
        </Strip>
      )}
      {!slip.unanswered && (slip.phase === "closed" || isLate) && seen !== null && (
        <Strip shape="card" icon={<ClockIcon size={20} aria-hidden />}>
          <b>{t("play.slip.periodClosed", { no: shortNo(seen.prizeNo) })}</b>{" "}
          {isLate && `${t("play.slip.nothingSent")} `}
          {next !== null && t("play.slip.nextDraws", { no: shortNo(next.prizeNo), time: time(next.drawAt) })}
        </Strip>
      )}
      {notice?.kind === "odds" && (
        <Strip shape="card" icon={<CircleAlertIcon size={20} aria-hidden />}>
          <b>{t("play.slip.oddsChanged")}</b> {t("play.slip.oddsAgree")}
          <OddsChanges changes={notice.changes} />
        </Strip>
      )}
      {notice?.kind === "offer" && <OfferNotice {...notice} />}
      {problem?.kind === "tooManyLines" && (
        <Strip tone="red" shape="card" icon={<CircleAlertIcon size={20} aria-hidden />}>
          {t("play.slip.full", { max: problem.max })}
        </Strip>
      )}
      {notice?.kind === "ownLimit" && <OwnLimitStrip words={notice.text} section={notice.limit} />}
      {notice?.kind === "refused" && (
        <Strip tone="red" shape="card" icon={<CircleAlertIcon size={20} aria-hidden />}>
          {notice.text}
        </Strip>
      )}
    </div>
  );
}

/** What of an earlier, saved or shared slip is not as it was. */
function OfferNotice({ left, changes }: { left: readonly string[]; changes: readonly OddsChange[] }) {
  const { t } = useI18n();
  return (
    <>
      {left.length > 0 && (
        <Strip shape="card" icon={<CircleAlertIcon size={20} aria-hidden />}>
          {t("slips.leftOut", { count: left.length, names: left.slice(0, MAX_NAMES).join(", ") })}
        </Strip>
      )}
      {changes.length > 0 && (
        <Strip shape="card" icon={<CircleAlertIcon size={20} aria-hidden />}>
          <b>{t("slips.oddsSince")}</b>
          <OddsChanges changes={changes} />
        </Strip>
      )}
    </>
  );
}

const MAX_NAMES = 3;
