import type { TrackTrend } from "@lotus/contract";
import { VisuallyHidden } from "@lotus/ui";
import { MarkSixBall } from "../../artwork/ball.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { valueName } from "./track-words.ts";
import styles from "./value-grid.module.css";

interface ValueGridProps {
  track: TrackTrend;
  /** Name of the track. */
  name: string;
}

/** Many values at once, such as 49 balls: each with how often it occurred and how many draws ago. */
export function ValueGrid({ track, name }: ValueGridProps) {
  const { t } = useI18n();
  const balls = track.fact === "special" || track.fact === "balls";
  return (
    <section className={styles.card} aria-label={name}>
      <p className={styles.legend}>
        <span>{t("trends.grid.times")}</span>
        <span>{t("trends.grid.without")}</span>
        <span className={styles.key}>{t("trends.grid.last")}</span>
      </p>
      <ul className={styles.grid}>
        {track.values.map((value, at) => (
          <li key={value} data-drawn={track.omission[at] === 0 || undefined}>
            <VisuallyHidden>
              {t("trends.grid.value", {
                value: valueName(track, value, t),
                times: track.count[at] ?? 0,
                without: track.omission[at] ?? 0,
              })}
            </VisuallyHidden>
            <span className={styles.cell} aria-hidden>
              {balls ? (
                <MarkSixBall number={Number(value)} size={30} />
              ) : (
                <b className={styles.value}>{value}</b>
              )}
              <span className={styles.times}>{`×${String(track.count[at])}`}</span>
              <span className={styles.without}>{track.omission[at]}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
