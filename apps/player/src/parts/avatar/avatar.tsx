import type { Zodiac } from "@lotus/games";
import { animalFor, ZodiacHead } from "../../pictures/zodiac-head.tsx";
import { useWords } from "../../words/use-words.tsx";
import styles from "./avatar.module.css";

/** The pictures a player may choose from; `icon_1` is everybody's first. */
const HEADS = {
  icon_1: "rabbit",
  icon_2: "rat",
  icon_3: "ox",
  icon_4: "tiger",
  icon_5: "dragon",
  icon_6: "snake",
  icon_7: "horse",
  icon_8: "goat",
  icon_9: "monkey",
  icon_10: "rooster",
  icon_11: "dog",
  icon_12: "pig",
} as const satisfies Record<string, Zodiac>;

export type AvatarIcon = keyof typeof HEADS;

interface AvatarProps {
  icon?: AvatarIcon;
  /** Diameter in pixels. */
  size?: number;
}

/** A player's picture. Decorative: the name stands beside it. */
export function Avatar({ icon = "icon_1", size = 60 }: AvatarProps) {
  const { locale } = useWords();
  return (
    <span className={styles.avatar} style={{ width: size, height: size }} aria-hidden>
      <ZodiacHead animal={animalFor(HEADS[icon], locale)} size={size * 0.62} />
    </span>
  );
}
