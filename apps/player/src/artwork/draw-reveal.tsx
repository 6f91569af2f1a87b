import { useEffect, useState } from "react";
import { DrawPicture, type DrawPictureProps } from "./draw-picture.tsx";
import styles from "./draw-reveal.module.css";
import { RaceTrack } from "./race-track.tsx";
import type { RacerKind } from "./racer.tsx";
import { SkipCover } from "./skip-cover.tsx";
import type { Reveal } from "./use-reveal.ts";

interface DrawRevealProps extends Omit<DrawPictureProps, "pieceClass"> {
  /** From `useReveal`. */
  reveal: Reveal;
  /** Draws a race with its track, as cars or airships; without it only the plates are drawn. */
  track?: RacerKind;
  /** Accessible name of the skip button, which covers the picture while it moves. */
  skipLabel: string;
  /** Accessible name of the pieces while they move: the result is read aloud when it is seen. */
  movingLabel: string;
}

/** Animated draw: balls drop and turn over, dice tumble, racers race, Mark Six balls come one by one. */
export function DrawReveal({ reveal, track, skipLabel, movingLabel, ...result }: DrawRevealProps) {
  const { moving, skip } = reveal;
  const draw = moving ? { ...result, label: movingLabel } : result;
  return (
    <div className={styles.reveal}>
      {draw.family === "racing" && track !== undefined && (
        <div className={styles.track}>
          <RaceTrack
            order={draw.numbers}
            kind={track}
            running={moving}
            {...(moving && { label: movingLabel })}
          />
        </div>
      )}
      {draw.family === "dice" && moving ? (
        <TumblingDice {...draw} />
      ) : (
        <DrawPicture {...draw} pieceClass={moving ? styles[draw.family] : undefined} />
      )}
      {moving && <SkipCover label={skipLabel} onSkip={skip} />}
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
  return <DrawPicture {...draw} numbers={faces} words={{}} pieceClass={styles.dice} />;
}
