import type { Trend, TrackTrend } from "@lotus/contract";
import { shortNo } from "../../features/draw/draw-phase.ts";
import { DragonEmblem, TieEmblem, TigerEmblem } from "../../artwork/duel.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { BeadPlate, BigRoad } from "./road-grid.tsx";
import styles from "./roads.module.css";
import { sideLetter, valueName } from "./track-words.ts";

interface RoadsProps {
  track: TrackTrend;
  draws: Trend["draws"];
}

/** Two sides and their tie: their shares of the draws, every draw as a bead, and the big road. */
export function Roads({ track, draws }: RoadsProps) {
  const { t } = useI18n();
  const hasTie = track.values.includes("tie");
  const legend = track.values
    .map((value) => `${sideLetter(value, t)} ${valueName(track, value, t).toLocaleLowerCase()}`)
    .join(" · ");
  return (
    <>
      <Shares track={track} draws={draws} />
      <section aria-labelledby="trend-beads">
        <header className={styles.head}>
          <h2 id="trend-beads">{t("trends.bead")}</h2>
          <span>{legend}</span>
        </header>
        <BeadPlate track={track} />
      </section>
      <section aria-labelledby="trend-big-road">
        <header className={styles.head}>
          <h2 id="trend-big-road">{t("trends.bigRoad")}</h2>
          <span>{t(hasTie ? "trends.bigRoadTie" : "trends.bigRoadHow")}</span>
        </header>
        <BigRoad track={track} />
      </section>
      <SideRuns track={track} />
    </>
  );
}

const EMBLEMS = { dragon: DragonEmblem, tiger: TigerEmblem, tie: TieEmblem } as const;

function Emblem({ value }: { value: string }) {
  const { t } = useI18n();
  if (value === "dragon" || value === "tiger" || value === "tie") {
    const Picture = EMBLEMS[value];
    return <Picture size={26} />;
  }
  return (
    <b className={styles.letter} aria-hidden>
      {sideLetter(value, t)}
    </b>
  );
}

/** The order of the sides in the bar: their tie in the middle. */
function inOrder(values: readonly string[]): number[] {
  return values.length === 3 ? [0, 2, 1] : [0, 1];
}

function Shares({ track, draws }: RoadsProps) {
  const { t, number } = useI18n();
  const first = draws[0];
  const last = draws.at(-1);
  const order = inOrder(track.values);
  return (
    <section className={styles.card}>
      <header className={styles.cardHead}>
        <h2>{t("trends.sizeLast", { count: draws.length })}</h2>
        {first !== undefined && last !== undefined && (
          <span>{`${shortNo(first.prizeNo)}–${shortNo(last.prizeNo)}`}</span>
        )}
      </header>
      <div className={styles.bar} aria-hidden>
        {order.map((at) => (
          <span
            key={at}
            data-side={at}
            style={{ flexGrow: track.count[at] }}
            hidden={track.count[at] === 0}
          />
        ))}
      </div>
      <ul className={styles.shares}>
        {order.map((at) => (
          <li key={at} data-side={at}>
            <Emblem value={track.values[at] ?? ""} />
            <span>
              <span className={styles.side}>
                <b>{valueName(track, track.values[at] ?? "", t)}</b> {track.count[at]}
              </span>
              <span className={styles.percent}>
                {number((track.count[at] ?? 0) / Math.max(1, draws.length), {
                  style: "percent",
                  minimumFractionDigits: 1,
                  maximumFractionDigits: 1,
                })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const RUN_COLUMNS = ["streak", "omission", "longest"] as const;
const RUN_WORDS = {
  streak: "trends.runsOf",
  omission: "trends.omissionNow",
  longest: "trends.omissionMost",
} as const;

/** For each side, its runs of draws with and without it. */
function SideRuns({ track }: { track: TrackTrend }) {
  const { t } = useI18n();
  return (
    <section className={styles.card}>
      {track.run !== null && (
        <p className={styles.now}>
          <span>{t("trends.runNow")}</span>
          <b>
            {t("trends.runItem", {
              value: valueName(track, track.values[track.run.value] ?? "", t),
              count: track.run.length,
            })}
          </b>
        </p>
      )}
      <table className={styles.runs}>
        <thead>
          <tr>
            <th scope="col">{t("trends.periods")}</th>
            {track.values.map((value) => (
              <th key={value} scope="col">
                {valueName(track, value, t)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RUN_COLUMNS.map((column) => (
            <tr key={column}>
              <th scope="row">{t(RUN_WORDS[column])}</th>
              {track.values.map((value, at) => (
                <td key={value}>{track[column][at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
