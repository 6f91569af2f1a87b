import { Chip, joinClasses } from "@lotus/ui";
import { type Colour, type Zodiac, ZODIAC } from "@lotus/games";
import { memo, useCallback, useMemo } from "react";
import { useStore } from "zustand";
import { animalFor, ZodiacHead } from "../../artwork/zodiac-head.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { pickedIn } from "../slip/bet-list.ts";
import type { GameStore } from "../slip/game-store.ts";
import styles from "./ball-grid.module.css";
import { ballsOf, COLOURS } from "./balls-of.ts";
import type { GroupProps } from "./use-group.ts";
import { useLunarYear } from "./use-lunar-year.ts";
import { useRovingFocus } from "./use-roving-focus.ts";

const COLOUR_WORDS = {
  red: "play.colour.red",
  blue: "play.colour.blue",
  green: "play.colour.green",
} as const satisfies Record<Colour, string>;

/** Longest name at which twelve chips fit on a phone's line, except the narrowest phones'. */
const SHORT_NAME = 5;

/** No props that change with a pick, so that a tap does not re-render all chips. */
type BallChipsProps = Pick<GroupProps, "store" | "group" | "onReplace">;

/**
 * Chips of animals and colours above the balls: a tap adds all balls of the chip, or removes them if all are picked.
 */
export const BallChips = memo(function BallChips(props: BallChipsProps) {
  const { store, group } = props;
  const { t } = useI18n();
  const lunarYear = useLunarYear(store.getState().gameCode);
  const { ref, ...roving } = useRovingFocus();
  const onTake = useTake(props);
  const sets = useMemo(() => setsOf(lunarYear), [lunarYear]);
  const longest = Math.max(...ZODIAC.map((animal) => lettersOf(t(`app.zodiac.${animal}`))));
  const chip = { store, group: group.code, of: group.name, onTake };
  return (
    <div ref={ref} role="toolbar" aria-label={group.name} className={styles.chips} {...roving}>
      <div data-cells="animals" className={joinClasses(styles.animals, longest > SHORT_NAME && styles.long)}>
        {sets.animals.map(({ animal, balls }) => (
          <AnimalChip key={animal} animal={animal} balls={balls} {...chip} />
        ))}
      </div>
      <div className={styles.colours}>
        {sets.colours.map(({ colour, balls }) => (
          <ColourChip key={colour} colour={colour} balls={balls} {...chip} />
        ))}
      </div>
    </div>
  );
});

/** Width of a name in Latin letters: an East Asian character counts as two. */
function lettersOf(name: string): number {
  return name.length + (name.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu)?.length ?? 0);
}

function setsOf(lunarYear: number) {
  return {
    animals: ZODIAC.map((animal) => ({ animal, balls: ballsOf("zodiac", animal, lunarYear) })),
    colours: COLOURS.map((colour) => ({ colour, balls: ballsOf("colour", colour, lunarYear) })),
  };
}

/** Adds balls, or removes them if all are picked. */
function useTake({ store, group, onReplace }: BallChipsProps): (balls: readonly number[]) => void {
  return useCallback(
    (balls) => {
      const now = pickedIn(store.getState().gameBetList, group.code).map((item) => item.id);
      const wanted = new Set(balls.map(String));
      const others = now.filter((id) => !wanted.has(id));
      const all = now.length - others.length === wanted.size;
      onReplace(all ? others : [...others, ...wanted]);
    },
    [store, group, onReplace],
  );
}

interface SetChipProps {
  store: GameStore;
  /** Code of the group that the balls belong to. */
  group: string;
  /** Name of that group, which the chips of several grids begin with. */
  of: string;
  balls: readonly number[];
  onTake: (balls: readonly number[]) => void;
}

/**
 * Whether all balls of a chip are picked. Each chip subscribes on its own, so that a tap re-renders only those that
 * change.
 */
function useLit({ store, group, balls }: SetChipProps): boolean {
  return useStore(store, ({ gameBetList }) => {
    const picked = pickedIn(gameBetList, group);
    return balls.every((ball) => picked.some(({ id }) => id === String(ball)));
  });
}

function AnimalChip({ animal, ...props }: SetChipProps & { animal: Zodiac }) {
  const { balls, onTake, of } = props;
  const { t, locale } = useI18n();
  const on = useLit(props);
  return (
    <button
      type="button"
      data-cell
      aria-pressed={on}
      aria-label={`${of}: ${t(`app.zodiac.${animal}`)}`}
      className={styles.animal}
      onClick={() => onTake(balls)}
    >
      <ZodiacHead animal={animalFor(animal, locale)} size={22} />
      {t(`app.zodiac.${animal}`)}
    </button>
  );
}

function ColourChip({ colour, ...props }: SetChipProps & { colour: Colour }) {
  const { balls, onTake, of } = props;
  const { t } = useI18n();
  const on = useLit(props);
  return (
    <Chip
      data-cell
      className={styles.colour}
      on={on}
      aria-label={`${of}: ${t(COLOUR_WORDS[colour])}`}
      onClick={() => onTake(balls)}
    >
      <span className={styles.dot} style={{ "--ball": `var(--ms-${colour})` }} />
      {t(COLOUR_WORDS[colour])}
    </Chip>
  );
}
