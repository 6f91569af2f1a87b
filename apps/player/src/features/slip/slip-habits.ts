import { parseMoney } from "@lotus/money";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import {
  fittingFields,
  listOf,
  nullable,
  objectOf,
  type Shape,
  text,
} from "../../components/stored-shape.ts";
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

const amount: Shape = (value) => typeof value === "string" && isAmount(value);

/** Each of them; what is stored and does not fit is left out. */
const FIELDS = {
  chips: (value: unknown) =>
    listOf(amount)(value) && Array.isArray(value) && value.length > 0 && value.length <= MAX_CHIPS,
  oneTap: nullable(objectOf({ player: (value) => text(value) && value !== "", most: amount })),
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
      merge: (stored, current) => ({ ...current, ...fittingFields(stored, FIELDS) }),
    },
  ),
);

function isAmount(text: string): boolean {
  const read = parseMoney(text);
  return read.ok && read.value > 0n;
}
