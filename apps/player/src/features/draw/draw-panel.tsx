import type { CurrentPeriod, DrawResult } from "@lotus/contract";
import type { Family } from "@lotus/games";
import { ChevronRightIcon, Countdown, joinClasses, Progress, Skeleton, useSecondsLeft } from "@lotus/ui";
import { DrawReveal } from "../../artwork/draw-reveal.tsx";
import type { Reveal } from "../../artwork/use-reveal.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./draw-panel.module.css";
import { drawPhase, phaseEnd, saleLeft, shortNo } from "./draw-phase.ts";
import { drawWords, spokenNumbers } from "./draw-words.ts";

interface DrawPanelProps {
  family: Family;
  /** Undefined while it is loaded. */
  current: CurrentPeriod | undefined;
  /** Undefined while it is loaded, null before the first draw. */
  last: DrawResult | null | undefined;
  /** Animation state of `last`. */
  reveal: Reveal;
  /** The server's clock; a new function after each correction. */
  now: () => number;
  /** The server is unreachable: the countdown is shown frozen. */
  offline?: boolean;
  onLast: (result: DrawResult) => void;
}

/**
 * Panel above every board: last result at the left, running period and countdown at the right, remaining time as a bar
 * below. Seven balls with their animals take a line of their own.
 */
export function DrawPanel({ family, current, last, reveal, now, offline = false, onLast }: DrawPanelProps) {
  const wide = family === "mark-six";
  return (
    <section className={styles.panel}>
      <div className={joinClasses(styles.line, wide && styles.wide)}>
        <LastDraw family={family} last={last} reveal={reveal} onLast={onLast} />
        <Clock current={current} now={now} offline={offline} small={wide} />
      </div>
      <SaleBar current={current} now={now} />
    </section>
  );
}

function LastDraw({
  family,
  last,
  reveal,
  onLast,
}: Pick<DrawPanelProps, "family" | "last" | "reveal" | "onLast">) {
  const words = useI18n();
  const { t } = words;
  if (last === undefined) return <LastSkeleton family={family} />;
  if (last === null) return <p className={styles.none}>{t("play.draw.none")}</p>;
  const no = shortNo(last.prizeNo);
  return (
    <>
      <button type="button" className={styles.period} onClick={() => onLast(last)}>
        {t("play.draw.period", { no })}
        <ChevronRightIcon size={16} aria-hidden />
      </button>
      <div className={styles.picture}>
        <DrawReveal
          // Each result has its own animation, even while the previous one still runs.
          key={last.prizeNo}
          family={family}
          numbers={last.numbers}
          words={drawWords(last, words)}
          label={t("play.draw.result", { no, numbers: spokenNumbers(family, last.numbers, t) })}
          reveal={reveal}
          skipLabel={t("play.draw.skip")}
          movingLabel={t("play.draw.waiting")}
        />
      </div>
    </>
  );
}

function LastSkeleton({ family }: { family: Family }) {
  return (
    <>
      <span className={styles.period}>
        <Skeleton width={64} height={16} />
      </span>
      <div className={styles.picture}>
        <Skeleton width={family === "mark-six" ? "100%" : 150} height={PICTURE_HEIGHT[family]} />
      </div>
    </>
  );
}

/** Heights of the last result at usual phone widths, so that its arrival causes no layout shift. */
const PICTURE_HEIGHT: Readonly<Record<Family, number>> = {
  "five-digits": 30,
  dice: 40,
  racing: 30,
  "mark-six": 51,
};

const LABELS = {
  early: "play.draw.opensIn",
  selling: "play.draw.closesIn",
  closed: "play.draw.drawsIn",
  drawing: "play.draw.drawing",
} as const;

interface ClockProps extends Pick<DrawPanelProps, "current" | "now"> {
  offline: boolean;
  /** In one line with its caption. */
  small: boolean;
}

function Clock({ current, now, offline, small }: ClockProps) {
  const { t, clock } = useI18n();
  // Re-renders each second, so the phase is read again each second; the last second of a phase leads to the next.
  const toDraw = useSecondsLeft(current?.drawAt ?? null, now);
  if (current === undefined || toDraw === null) {
    return (
      <div className={styles.clock}>
        <Skeleton width={120} height={small ? 28 : 52} />
      </div>
    );
  }
  const phase = drawPhase(current, now());
  const end = phaseEnd(current, phase);
  const label = t(LABELS[phase], { no: shortNo(current.prizeNo) });
  const seconds = end === null ? 0 : Math.max(0, Math.ceil((end - now()) / 1000));
  // Nobody waits for hours before a clock: it says when.
  if (phase === "early" && seconds > LONG_SECONDS) {
    return (
      <div className={styles.clock} data-phase={phase}>
        <span className={styles.caption}>{t("play.draw.period", { no: shortNo(current.prizeNo) })}</span>
        <span className={styles.drawing}>{t("app.games.opensAt", { time: clock(current.openAt) })}</span>
      </div>
    );
  }
  return (
    <div className={styles.clock} data-phase={phase}>
      <span className={styles.caption}>{label}</span>
      {phase === "drawing" && !offline ? (
        <output className={styles.drawing}>{t("play.draw.waiting")}</output>
      ) : (
        <Countdown
          size={small || phase === "early" ? 20 : 28}
          seconds={offline ? null : seconds}
          label={label}
          urgentBelow={phase === "selling" ? URGENT_SECONDS : 0}
        />
      )}
    </div>
  );
}

const LONG_SECONDS = 3600;

/** Below this many seconds of sale, countdown and bar are amber. */
const URGENT_SECONDS = 10;

function SaleBar({ current, now }: { current: CurrentPeriod | undefined; now: () => number }) {
  const seconds = useSecondsLeft(current?.closeAt ?? null, now);
  if (current === undefined || seconds === null || now() < current.openAt) return <Progress value={0} />;
  return <Progress value={saleLeft(current, now())} tone={seconds < URGENT_SECONDS ? "amber" : "brand"} />;
}
