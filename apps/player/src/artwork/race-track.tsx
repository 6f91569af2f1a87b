import { joinClasses, useReducedMotion } from "@lotus/ui";
import { useEffect, useRef } from "react";
import { CarPlate, Racer, type RacerKind } from "./racer.tsx";
import styles from "./race-track.module.css";
import { RACE_MS } from "./use-reveal.ts";

interface RaceTrackProps {
  /** Numbers by place, the winner first; empty before the first draw, when all stand at the start. */
  order: readonly number[];
  kind?: RacerKind;
  /** Animates the race once from the start; otherwise its end is shown. */
  running?: boolean;
  /** Accessible name. */
  label?: string;
}

const CARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** End position of a place, as a percentage of the lane: the winner is past the line, the last far behind. */
const endOf = (place: number) => 87 - place * 8;

/**
 * Ten lanes and a chequered line. Position alone shows the places; the plates beside the track show them as numbers. On
 * a short phone the lanes close up and the racers are their plates.
 */
export function RaceTrack({ order, kind = "car", running = false, label }: RaceTrackProps) {
  const track = useRef<HTMLDivElement>(null);
  const still = useReducedMotion();
  useEffect(() => {
    const element = track.current;
    if (!running || still || element === null) return undefined;
    const lanes = [...element.querySelectorAll<HTMLElement>("[data-lane]")];
    // jsdom cannot animate.
    if (lanes.some((lane) => typeof lane.animate !== "function")) return undefined;
    const runs = lanes.map((lane, i) => lane.animate(curveOf(i + 1, order), { duration: RACE_MS }));
    return () => {
      for (const run of runs) run.cancel();
    };
  }, [running, still, order]);
  return (
    <div
      ref={track}
      // A group of pieces read as one picture; there is no file an <img> could show.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label ?? order.join(" ")}
      className={joinClasses(styles.track, styles[kind])}
    >
      <div className={styles.line} />
      {CARS.map((car) => (
        <div key={car} className={styles.lane}>
          <div
            data-lane=""
            className={styles.run}
            style={{ transform: `translateX(${restOf(car, order)}%)` }}
          >
            <div className={styles.car}>
              <Racer number={car} kind={kind} />
            </div>
            <div className={styles.token}>
              <CarPlate number={car} size={14} />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

/** Static position of a car. */
function restOf(car: number, order: readonly number[]): number {
  const place = order.indexOf(car);
  return place < 0 ? 0.5 : endOf(place);
}

/**
 * Keyframes of one car from the start to its final position. The path in between differs by car and draw and gives no
 * hint of the end. It is computed from the numbers alone, so that a replay looks the same.
 */
function curveOf(car: number, order: readonly number[]): Keyframe[] {
  const end = endOf(order.indexOf(car));
  const sway = (n: number) => ((car * 37 + (order[n] ?? 0) * 53 + n * 29) % 17) - 8;
  const at = (percent: number) => `translateX(${percent}%)`;
  return [
    { offset: 0, transform: at(0.5), easing: "cubic-bezier(.5,0,.8,.6)" },
    { offset: 0.3, transform: at(20 + sway(2)), easing: "linear" },
    {
      offset: 0.6,
      transform: at(20 + (end - 20) * 0.52 + sway(5) * 0.8),
      easing: "cubic-bezier(.3,.3,.5,1)",
    },
    { offset: 0.85, transform: at(end - 7 + sway(7) * 0.2), easing: "cubic-bezier(.2,.5,.5,1)" },
    { offset: 1, transform: at(end) },
  ];
}
