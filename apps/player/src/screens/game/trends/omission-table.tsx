import type { Trend, TrackTrend } from "@lotus/contract";
import { omissionRows } from "@lotus/games";
import { joinClasses, VisuallyHidden } from "@lotus/ui";
import { memo, useMemo } from "react";
import { shortNo } from "../../../parts/draw-panel/draw-phase.ts";
import { animalFor, ZodiacHead } from "../../../pictures/zodiac-head.tsx";
import { useWords } from "../../../words/use-words.tsx";
import styles from "./omission-table.module.css";
import { animalOf, valueName } from "./track-words.ts";

interface OmissionTableProps {
  track: TrackTrend;
  draws: Trend["draws"];
  /** What the track is called. */
  name: string;
}

/** A row a draw, oldest first: what came as a ball, joined from row to row; else for how long it had not come. */
export const OmissionTable = memo(function OmissionTable({ track, draws, name }: OmissionTableProps) {
  const { t } = useWords();
  const rows = useMemo(() => omissionRows(track), [track]);
  return (
    // Wide tables scroll in their own box, by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.box} tabIndex={0} aria-label={name}>
      <div
        className={styles.sheet}
        style={{ "--columns": track.values.length, "--rows": draws.length }}
        data-words={isWordy(track) || undefined}
      >
        <table className={styles.table}>
          <caption>
            <VisuallyHidden>{t("trends.caption", { track: name, count: draws.length })}</VisuallyHidden>
          </caption>
          <TableHead track={track} />
          <tbody>
            {draws.map((draw, at) => (
              <tr key={draw.prizeNo}>
                <th scope="row">{shortNo(draw.prizeNo)}</th>
                {(rows[at] ?? []).map((omission, value) => (
                  <td key={track.values[value]}>
                    {omission > 0 ? (
                      omission
                    ) : (
                      <Hit track={track} value={track.values[value] ?? ""} drawn={draw.numbers} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <TableFoot track={track} />
        </table>
        {track.kind === "one" && draws.length > 1 && <Line track={track} />}
      </div>
    </section>
  );
});

/** Tracks whose values are words have wider columns and smaller heads. */
function isWordy({ fact }: TrackTrend): boolean {
  return fact === "zodiac" || fact === "shape" || fact === "colour";
}

function TableHead({ track }: { track: TrackTrend }) {
  const { t, locale } = useWords();
  return (
    <thead>
      <tr>
        <th scope="col">{t("trends.period")}</th>
        {track.values.map((value) => {
          const animal = track.fact === "zodiac" ? animalOf(value) : undefined;
          return (
            <th key={value} scope="col">
              {animal !== undefined && <ZodiacHead animal={animalFor(animal, locale)} size={18} />}
              {valueName(track, value, t)}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

const MARK_SIX_FACTS: ReadonlySet<TrackTrend["fact"]> = new Set(["zodiac", "colour", "tail", "head"]);

/** The ball of what came: its number, or for a fact of the special ball that ball's number; a mark where there is none. */
function Hit({ track, value, drawn }: { track: TrackTrend; value: string; drawn: readonly number[] }) {
  const { t } = useWords();
  const face = MARK_SIX_FACTS.has(track.fact)
    ? String(drawn.at(-1) ?? "").padStart(2, "0")
    : track.fact === "shape"
      ? ""
      : value;
  return (
    <>
      <b className={styles.hit} aria-hidden>
        {face}
      </b>
      <VisuallyHidden>{t("trends.drawn", { value: valueName(track, value, t) })}</VisuallyHidden>
    </>
  );
}

/** From hit to hit, in units of a cell. */
function Line({ track }: { track: TrackTrend }) {
  const points = track.hits.map((hit, row) => `${String((hit[0] ?? 0) + 0.5)},${String(row + 0.5)}`);
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${String(track.values.length)} ${String(track.hits.length)}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polyline points={points.join(" ")} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const FOOT = ["count", "average", "longest", "omission"] as const;
const FOOT_WORDS = {
  count: "trends.count",
  average: "trends.average",
  longest: "trends.longest",
  omission: "trends.now",
} as const;

function TableFoot({ track }: { track: TrackTrend }) {
  const { t } = useWords();
  return (
    <tfoot>
      {FOOT.map((row) => {
        const most = Math.max(...track[row]);
        return (
          <tr key={row}>
            <th scope="row">{t(FOOT_WORDS[row])}</th>
            {track[row].map((figure, at) => (
              <td key={track.values[at]} className={joinClasses(figure === most && most > 0 && styles.most)}>
                {figure}
              </td>
            ))}
          </tr>
        );
      })}
    </tfoot>
  );
}
