import type { Zodiac } from "@lotus/games";
import { useSettings } from "../session/settings.ts";
import { animalFor, ZodiacHead } from "../artwork/zodiac-head.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import styles from "./avatar.module.css";

/** The pictures a player may choose from; `icon_1` is the default. */
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

/** Every picture, in display order. Object.keys widens the keys, which are the icons. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const AVATAR_ICONS = Object.keys(HEADS) as readonly AvatarIcon[];

/** The stored choice, or the default if it is invalid. */
export function avatarIcon(stored: string): AvatarIcon {
  return AVATAR_ICONS.find((icon) => icon === stored) ?? "icon_1";
}

/** The animal of a picture, for its name. */
export function avatarAnimal(icon: AvatarIcon): Zodiac {
  return HEADS[icon];
}

interface AvatarProps {
  /** Defaults to the player's choice. */
  icon?: AvatarIcon;
  /** Diameter in pixels. */
  size?: number;
}

/** A player's picture. Decorative: the name is shown beside it. */
export function Avatar({ icon, size = 60 }: AvatarProps) {
  const { locale } = useI18n();
  const own = useSettings((settings) => settings.avatar);
  return (
    <span className={styles.avatar} style={{ width: size, height: size }} aria-hidden>
      <ZodiacHead animal={animalFor(HEADS[icon ?? avatarIcon(own)], locale)} size={size * 0.62} />
    </span>
  );
}
