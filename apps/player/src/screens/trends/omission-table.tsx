import type { Trend, TrackTrend } from "@lotus/contract";
import { omissionRows } from "@lotus/games";
import { VisuallyHidden } from "@lotus/ui";
import { memo, useMemo } from "react";
import { shortNo } from "../../features/draw/draw-phase.ts";
import { animalFor, ZodiacHead } from "../../artwork/zodiac-head.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./omission-table.module.css";
import { animalOf, isWordy, valueName } from "./track-words.ts";

interface OmissionTableProps {
  track: TrackTrend;
  draws: Trend["draws"];
  /** Name of the track. */
  name: string;
}

/** With more columns than this the table scrolls anyway, so they can be wider. */
const TEN = 10;

/**
 * One row per draw, oldest first: the drawn value as a ball, connected from row to row; in other cells the number of
 * draws without that value.
 */
export const OmissionTable = memo(function OmissionTable({ track, draws, name }: OmissionTableProps) {
  const { t } = useI18n();
  const rows = useMemo(() => omissionRows(track), [track]);
  return (
    // Wide tables scroll in their own box, also by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.box} tabIndex={0} aria-label={name}>
      <div
        className={styles.sheet}
        style={{ "--columns": track.values.length, "--rows": draws.length }}
        data-words={isWordy(track) || undefined}
        data-wide={track.values.length > TEN || undefined}
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

function TableHead({ track }: { track: TrackTrend }) {
  const { t, locale } = useI18n();
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

/** The ball of a drawn value, with its name for screen readers. */
function Hit({ track, value, drawn }: { track: TrackTrend; value: string; drawn: readonly number[] }) {
  const { t } = useI18n();
  return (
    <>
      <b className={styles.hit} aria-hidden>
        {faceOf(track, value, drawn)}
      </b>
      <VisuallyHidden>{t("trends.drawn", { value: valueName(track, value, t) })}</VisuallyHidden>
    </>
  );
}

const OF_THE_SPECIAL: ReadonlySet<TrackTrend["fact"]> = new Set(["zodiac", "colour", "tail", "head"]);
const THREE = 3;

/** Text on a ball: its number, the special ball's for a fact about that, the three numbers of a shape. */
function faceOf({ fact, place = 1 }: TrackTrend, value: string, drawn: readonly number[]): string {
  if (OF_THE_SPECIAL.has(fact)) return String(drawn.at(-1) ?? "").padStart(2, "0");
  return fact === "shape" ? drawn.slice(place - 1, place - 1 + THREE).join("") : value;
}

/** The line from hit to hit, in units of a cell. */
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
  const { t } = useI18n();
  return (
    <tfoot>
      {FOOT.map((row) => (
        <tr key={row}>
          <th scope="row">{t(FOOT_WORDS[row])}</th>
          {/* No figure stands out: none says anything about the next draw. */}
          {track[row].map((figure, at) => (
            <td key={track.values[at]}>{figure}</td>
          ))}
        </tr>
      ))}
    </tfoot>
  );
}
