import type { BannerDrawing } from "@lotus/contract";
import { GiftIcon, ReceiptIcon, ShieldCheckIcon } from "@lotus/ui";
import type { ReactNode } from "react";
import { DigitBall } from "../../artwork/ball.tsx";
import { Die } from "../../artwork/dice.tsx";
import { Lotus } from "../../artwork/lotus.tsx";
import styles from "./banner.module.css";

const DRAWINGS: Readonly<Record<BannerDrawing, ReactNode>> = {
  lotus: <Lotus size={48} />,
  balls: (
    <span className={styles.balls}>
      {["3", "6", "9"].map((digit) => (
        <DigitBall key={digit} digit={digit} size={27} />
      ))}
    </span>
  ),
  dice: (
    <span className={styles.dice}>
      <Die value={1} size={30} />
      <Die value={5} size={30} />
    </span>
  ),
  race: (
    <span className={styles.balls}>
      {["1", "2"].map((digit) => (
        <DigitBall key={digit} digit={digit} size={34} />
      ))}
    </span>
  ),
  zodiac: <DigitBall digit="8" size={44} />,
  books: <ReceiptIcon size={44} aria-hidden />,
  shield: <ShieldCheckIcon size={44} aria-hidden />,
  gift: <GiftIcon size={44} aria-hidden />,
};

/**
 * Picture of a banner from the desk: one of the app's drawings, or an uploaded one. Decorative: the text says it all.
 */
export function BannerPicture({
  drawing,
  picture,
}: {
  drawing: BannerDrawing | null;
  picture: string | null;
}) {
  if (picture !== null) return <img className={styles.photo} src={picture} alt="" loading="lazy" />;
  return drawing === null ? null : DRAWINGS[drawing];
}
