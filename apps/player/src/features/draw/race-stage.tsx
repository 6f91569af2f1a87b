import type { DrawResult } from "@lotus/contract";
import { RaceTrack } from "../../artwork/race-track.tsx";
import type { RacerKind } from "../../artwork/racer.tsx";
import { SkipCover } from "../../artwork/skip-cover.tsx";
import type { Reveal } from "../../artwork/use-reveal.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./draw-panel.module.css";
import { shortNo } from "./draw-phase.ts";

interface RaceStageProps {
  racer: RacerKind;
  /** Undefined while it is loaded, null before the first draw. */
  last: DrawResult | null | undefined;
  /** Animation state of `last`. */
  reveal: Reveal;
}

/** Track below the panel of a racing game: shows each draw as a race, then its result. */
export function RaceStage({ racer, last, reveal }: RaceStageProps) {
  const { t } = useI18n();
  const { moving, skip } = reveal;
  return (
    <div className={styles.race}>
      <RaceTrack
        order={last?.numbers ?? []}
        kind={racer}
        running={moving}
        label={
          moving
            ? t("play.draw.waiting")
            : last
              ? t("play.draw.result", { no: shortNo(last.prizeNo), numbers: last.numbers.join(" ") })
              : t("play.draw.none")
        }
      />
      {moving && <SkipCover label={t("play.draw.skip")} onSkip={skip} />}
    </div>
  );
}
