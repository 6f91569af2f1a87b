import type { Family } from "@lotus/games";
import { joinClasses } from "@lotus/ui";
import type { ReactNode } from "react";
import { DigitBall, MarkSixBall, RingBall } from "./ball.tsx";
import { Die } from "./dice.tsx";
import { Racer, type RacerKind } from "./racer.tsx";
import styles from "./game-icon.module.css";

interface GameIconProps {
  family: Family;
  /** Label that distinguishes games of one family: the minutes of their cycle, such as 3′. */
  mark?: string;
  /** For the racing family. */
  racer?: RacerKind;
  /** Edge of the tile in pixels, default 44. */
  size?: number;
  /** Without the tile, for use on another background. */
  bare?: boolean;
}

/** Icon of a game in its tile. Decorative: the game's name stands beside it. */
export function GameIcon({ family, mark, racer = "car", size = 44, bare }: GameIconProps) {
  return (
    <span className={joinClasses(styles.icon, bare && styles.bare)} style={{ fontSize: size }} aria-hidden>
      {OBJECT[family]({ mark, racer, size })}
    </span>
  );
}

interface ObjectProps {
  mark: string | undefined;
  racer: RacerKind;
  /** Edge of the tile in pixels. */
  size: number;
}

const OBJECT: Readonly<Record<Family, (props: ObjectProps) => ReactNode>> = {
  "five-digits": ({ mark, size }) => (
    <ThreeBalls
      left={<DigitBall digit="" quiet size={size * 0.42} />}
      right={<DigitBall digit="" quiet size={size * 0.42} />}
      top={<DigitBall digit={mark ?? ""} size={size * 0.5} />}
    />
  ),
  dice: ({ size }) => (
    <>
      <Part className={styles.dieBack}>
        <Die value={5} size={size * 0.42} />
      </Part>
      <Part className={styles.dieFront}>
        <Die value={1} size={size * 0.48} />
      </Part>
    </>
  ),
  racing: ({ racer, size }) => (
    <>
      <Part className={styles[racer]}>
        <Racer number={racer === "car" ? 8 : 4} kind={racer} size={size * 0.86} />
      </Part>
      <i className={racer === "car" ? styles.speed : styles.cloud} />
    </>
  ),
  "mark-six": ({ size }) => (
    <ThreeBalls
      left={<RingBall colour="blue" size={size * 0.42} />}
      right={<RingBall colour="green" size={size * 0.42} />}
      top={<MarkSixBall number={45} size={size * 0.5} />}
    />
  ),
};

function ThreeBalls({ left, right, top }: { left: ReactNode; right: ReactNode; top: ReactNode }) {
  return (
    <>
      <Part className={styles.ballLeft}>{left}</Part>
      <Part className={styles.ballRight}>{right}</Part>
      <Part className={styles.ballTop}>{top}</Part>
    </>
  );
}

function Part({ className, children }: { className: string | undefined; children: ReactNode }) {
  return <span className={joinClasses(styles.part, className)}>{children}</span>;
}
