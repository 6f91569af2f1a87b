import type { Family } from "@lotus/games";
import { useReducedMotion } from "@lotus/ui";
import { useEffect, useRef, useState } from "react";
import { DrawPicture, type DrawPictureProps } from "./draw-picture.tsx";
import styles from "./draw-reveal.module.css";
import { RACE_MS, RaceTrack } from "./race-track.tsx";
import type { RacerKind } from "./racer.tsx";

/** How long the opening of a result lasts, by family: never over two seconds. */
export const REVEAL_MS: Readonly<Record<Family, number>> = {
  "five-digits": 4 * 180 + 320,
  dice: 900 + 2 * 80,
  racing: RACE_MS,
  "mark-six": 7 * 220,
};

interface DrawRevealProps extends Omit<DrawPictureProps, "pieceClass"> {
  racer?: RacerKind;
  /** Name of the button that skips, which covers the picture while it moves. */
  skipLabel: string;
  /** Runs once: after the motion, when it is skipped, or at once under reduced motion. */
  onDone: () => void;
}

/**
 * Opens a result: balls drop and turn over, dice tumble, cars race, Mark Six balls come one by one. Give it
 * a `key` of the period. A tap skips; under reduced motion the result is simply there.
 */
export function DrawReveal({ racer = "car", skipLabel, onDone, ...draw }: DrawRevealProps) {
  const still = useReducedMotion();
  const [skipped, setSkipped] = useState(false);
  const [over, setOver] = useState(false);
  const moving = !still && !skipped && !over;
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  const length = still || skipped ? 0 : REVEAL_MS[draw.family];
  useEffect(() => {
    const timer = setTimeout(() => {
      setOver(true);
      done.current();
    }, length);
    return () => clearTimeout(timer);
  }, [length]);
  return (
    <div className={styles.reveal}>
      {draw.family === "racing" && <RaceTrack order={draw.numbers} kind={racer} running={moving} />}
      {draw.family === "dice" && moving ? (
        <TumblingDice {...draw} />
      ) : (
        <DrawPicture {...draw} pieceClass={moving ? styles[draw.family] : undefined} />
      )}
      {moving && (
        <button
          type="button"
          className={styles.skip}
          aria-label={skipLabel}
          onClick={() => setSkipped(true)}
        />
      )}
    </div>
  );
}

/** Dice in flight: their faces turn until just before they land on the true ones. */
function TumblingDice(draw: DrawPictureProps) {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((now) => now + 1), 90);
    return () => clearInterval(timer);
  }, []);
  // Opposite faces add up to seven, so a rolling die shows its neighbours and never the face below.
  const faces = draw.numbers.map((face, at) => (turn >= 6 + at ? face : ((face + turn * 2 + at) % 6) + 1));
  return <DrawPicture {...draw} numbers={faces} words={{}} pieceClass={styles.dice} label=" " />;
}
