import type { CurrentPeriod, DrawResult } from "@lotus/contract";
import type { Family } from "@lotus/games";
import { ChevronRightIcon, Countdown, Progress, Skeleton, useSecondsLeft } from "@lotus/ui";
import { useState } from "react";
import { DrawPicture } from "../../pictures/draw-picture.tsx";
import { DrawReveal } from "../../pictures/draw-reveal.tsx";
import { useWords } from "../../words/use-words.tsx";
import styles from "./draw-panel.module.css";
import { drawPhase, phaseEnd, saleLeft, shortNo } from "./draw-phase.ts";
import { factWords } from "./fact-words.ts";

interface DrawPanelProps {
  family: Family;
  /** Undefined while it is loaded. */
  current: CurrentPeriod | undefined;
  /** Undefined while it is loaded, null before the first draw. */
  last: DrawResult | null | undefined;
  /** The house's clock; a new function after a correction. */
  now: () => number;
  /** Shown frozen: the house cannot be reached. */
  offline?: boolean;
  onLast: (result: DrawResult) => void;
}

/** Above every board: the last result at the left, the running period and its clock at the right, the time that is left below. */
export function DrawPanel({ family, current, last, now, offline = false, onLast }: DrawPanelProps) {
  return (
    <section className={styles.panel}>
      <div className={styles.line}>
        <LastDraw family={family} last={last} onLast={onLast} />
        <Clock current={current} now={now} offline={offline} />
      </div>
      <SaleBar current={current} now={now} />
    </section>
  );
}

function LastDraw({ family, last, onLast }: Pick<DrawPanelProps, "family" | "last" | "onLast">) {
  const { t, locale } = useWords();
  // The result that was there on arrival stands still; every later one opens.
  const [first, setFirst] = useState(last?.prizeNo);
  if (first === undefined && last !== undefined) setFirst(last?.prizeNo ?? "");
  if (last === undefined) return <Skeleton width={150} height={52} />;
  if (last === null) return <p className={styles.none}>{t("play.draw.none")}</p>;
  const picture = {
    family,
    numbers: last.numbers,
    words: { ...factWords(last, t), locale },
    label: t("play.draw.result", { no: shortNo(last.prizeNo), numbers: last.numbers.join(" ") }),
  };
  return (
    <div className={styles.last}>
      <button type="button" className={styles.period} onClick={() => onLast(last)}>
        {t("play.draw.period", { no: shortNo(last.prizeNo) })}
        <ChevronRightIcon size={16} aria-hidden />
      </button>
      {last.prizeNo === first ? (
        <DrawPicture {...picture} />
      ) : (
        <DrawReveal key={last.prizeNo} {...picture} skipLabel={t("play.draw.skip")} onDone={nothing} />
      )}
    </div>
  );
}

const nothing = () => undefined;

const LABELS = {
  early: "play.draw.opensIn",
  selling: "play.draw.closesIn",
  closed: "play.draw.drawsIn",
  drawing: "play.draw.drawing",
} as const;

function Clock({
  current,
  now,
  offline,
}: {
  current: CurrentPeriod | undefined;
  now: () => number;
  offline: boolean;
}) {
  const { t } = useWords();
  // Each turn of the second is a look at the phase; the last of a phase turns into the next.
  const toDraw = useSecondsLeft(current?.drawAt ?? null, now);
  if (current === undefined || toDraw === null) return <Skeleton width={120} height={52} />;
  const phase = drawPhase(current, now());
  const end = phaseEnd(current, phase);
  const label = t(LABELS[phase], { no: shortNo(current.prizeNo) });
  const seconds = end === null ? 0 : Math.max(0, Math.ceil((end - now()) / 1000));
  return (
    <div className={styles.clock} data-phase={phase}>
      <span className={styles.caption}>{label}</span>
      {phase === "drawing" && !offline ? (
        <output className={styles.drawing}>{t("play.draw.waiting")}</output>
      ) : (
        <Countdown
          seconds={offline ? null : seconds}
          label={label}
          urgentBelow={phase === "selling" ? URGENT_SECONDS : 0}
        />
      )}
    </div>
  );
}

/** Below this many seconds of sale the clock and its bar are amber. */
const URGENT_SECONDS = 10;

function SaleBar({ current, now }: { current: CurrentPeriod | undefined; now: () => number }) {
  const seconds = useSecondsLeft(current?.closeAt ?? null, now);
  if (current === undefined || seconds === null) return <Progress value={0} />;
  return <Progress value={saleLeft(current, now())} tone={seconds < URGENT_SECONDS ? "amber" : "brand"} />;
}
