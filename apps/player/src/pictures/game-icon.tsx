import type { Family } from "@lotus/games";
import { joinClasses } from "@lotus/ui";
import type { ReactNode } from "react";
import { DigitBall, MarkSixBall } from "./ball.tsx";
import { Die } from "./dice.tsx";
import { Racer, type RacerKind } from "./racer.tsx";
import styles from "./game-icon.module.css";

interface GameIconProps {
  family: Family;
  /** What sets games of one family apart on the object: the minutes of their cycle, such as 3′. */
  mark?: string;
  /** For the racing family. */
  racer?: RacerKind;
  /** Edge of the tile in pixels, default 44. */
  size?: number;
  /** Without the tile, for a ground of its own. */
  bare?: boolean;
}

/** The object of a game in its tile. Decorative: the game's name stands beside it. */
export function GameIcon({ family, mark, racer = "car", size = 44, bare }: GameIconProps) {
  return (
    <span className={joinClasses(styles.icon, bare && styles.bare)} style={{ fontSize: size }} aria-hidden>
      {object(family, mark, racer, size)}
    </span>
  );
}

function object(family: Family, mark: string | undefined, racer: RacerKind, size: number): ReactNode {
  switch (family) {
    case "five-digits":
      return (
        <>
          <Part className={styles.ballLeft}>
            <DigitBall digit="" quiet size={size * 0.42} />
          </Part>
          <Part className={styles.ballRight}>
            <DigitBall digit="" quiet size={size * 0.42} />
          </Part>
          <Part className={styles.ballTop}>
            <DigitBall digit={mark ?? ""} size={size * 0.5} />
          </Part>
        </>
      );
    case "dice":
      return (
        <>
          <Part className={styles.dieBack}>
            <Die value={5} size={size * 0.42} />
          </Part>
          <Part className={styles.dieFront}>
            <Die value={1} size={size * 0.48} />
          </Part>
        </>
      );
    case "racing":
      return (
        <>
          <Part className={racer === "car" ? styles.car : styles.airship}>
            <Racer number={racer === "car" ? 8 : 4} kind={racer} size={size * 0.86} />
          </Part>
          <i className={racer === "car" ? styles.speed : styles.cloud} />
        </>
      );
    case "mark-six":
      return (
        <>
          <Part className={styles.ballLeft}>
            <MarkSixBall number={9} size={size * 0.42} />
          </Part>
          <Part className={styles.ballRight}>
            <MarkSixBall number={16} size={size * 0.42} />
          </Part>
          <Part className={styles.ballTop}>
            <MarkSixBall number={45} size={size * 0.5} />
          </Part>
        </>
      );
  }
}

function Part({ className, children }: { className: string | undefined; children: ReactNode }) {
  return <span className={joinClasses(styles.part, className)}>{children}</span>;
}
