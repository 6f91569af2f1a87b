import { parseMoney } from "@lotus/money";
import * as z from "zod/mini";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { deviceStorage } from "../../session/device-storage.ts";

/** The chips of a stake before the player chooses others. */
export const FIRST_CHIPS: readonly string[] = ["1", "2", "5", "10", "50", "100"];

/** As many as fit beside each other on the narrowest phone. */
export const MAX_CHIPS = 6;

/** How the player of this device fills in slips. */
interface SlipHabits {
  /** Amounts as typed, "0.5". */
  readonly chips: readonly string[];
  setChips: (chips: readonly string[]) => void;
  /** Bets from the board by one tap; null as long as no player of this device has chosen it. */
  readonly oneTap: OneTapHabit | null;
  setOneTap: (oneTap: OneTapHabit | null) => void;
}

/** The choice of one player: nobody else who logs in on the device bets by one tap. */
export interface OneTapHabit {
  /** Username in lower case. */
  readonly player: string;
  /** The most that a bet by one tap costs, as typed. */
  readonly most: string;
}

export const HABITS_STORAGE_KEY = "lotus.habits";

const amount = z.string().check(z.refine((text) => isAmount(text)));

/** Each of them; what is stored and does not fit is left out. */
const FIELDS = {
  chips: z.array(amount).check(z.minLength(1), z.maxLength(MAX_CHIPS)),
  oneTap: z.nullable(z.strictObject({ player: z.string().check(z.minLength(1)), most: amount })),
} as const;

export const useSlipHabits = create<SlipHabits>()(
  persist(
    (set) => ({
      chips: FIRST_CHIPS,
      setChips: (chips) => set({ chips }),
      oneTap: null,
      setOneTap: (oneTap) => set({ oneTap }),
    }),
    {
      name: HABITS_STORAGE_KEY,
      version: 1,
      storage: deviceStorage<SlipHabits>().storage,
      merge: (stored, current) => {
        const found: Readonly<Record<string, unknown>> =
          typeof stored === "object" && stored !== null ? { ...stored } : {};
        const fitting = Object.entries(FIELDS).filter(
          ([name, field]) => field.safeParse(found[name]).success,
        );
        return { ...current, ...Object.fromEntries(fitting.map(([name]) => [name, found[name]])) };
      },
    },
  ),
);

function isAmount(text: string): boolean {
  const read = parseMoney(text);
  return read.ok && read.value > 0n;
}
