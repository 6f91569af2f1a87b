import type { TrackTrend } from "@lotus/contract";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./frequency.module.css";
import { isWordy, valueName } from "./track-words.ts";

interface FrequencyProps {
  track: TrackTrend;
  /** Number of draws counted. */
  draws: number;
}

/** How often each value occurred, as a strip of bars; the figures are those of the table. */
export function Frequency({ track, draws }: FrequencyProps) {
  const { t } = useI18n();
  const most = Math.max(1, ...track.count);
  return (
    <section className={styles.card} aria-labelledby="trend-frequency">
      <header className={styles.head}>
        <h2 id="trend-frequency">{t("trends.frequency")}</h2>
        <span>{t("trends.frequencyIn", { count: draws })}</span>
      </header>
      <ul className={styles.bars} data-words={isWordy(track) || undefined}>
        {track.values.map((value, at) => (
          <li key={value}>
            <span className={styles.count}>{track.count[at]}</span>
            <span className={styles.ground} aria-hidden>
              <span className={styles.bar} style={{ "--share": (track.count[at] ?? 0) / most }} />
            </span>
            <span className={styles.value}>{valueName(track, value, t)}</span>
          </li>
        ))}
      </ul>
      <Runs track={track} />
    </section>
  );
}

const RUNS_SHOWN = 4;

/** Values that occurred several draws in a row: the current run and the longest. */
function Runs({ track }: { track: TrackTrend }) {
  const { t } = useI18n();
  const name = (at: number) => valueName(track, track.values[at] ?? "", t);
  const longest = track.streak
    .map((count, at) => ({ count, at }))
    .filter(({ count }) => count > 1)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, RUNS_SHOWN);
  return (
    <dl className={styles.runs}>
      {track.run !== null && (
        <div>
          <dt>{t("trends.runNow")}</dt>
          <dd>{t("trends.runItem", { value: name(track.run.value), count: track.run.length })}</dd>
        </div>
      )}
      <div>
        <dt>{t("trends.runsOf")}</dt>
        <dd>
          {longest.length === 0
            ? t("trends.noRun")
            : longest.map(({ count, at }) => t("trends.runItem", { value: name(at), count })).join(" · ")}
        </dd>
      </div>
    </dl>
  );
}
