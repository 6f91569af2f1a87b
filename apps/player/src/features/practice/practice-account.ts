import { formatMoney, parseMoney } from "@lotus/money";
import * as z from "zod/mini";
import { createStore, type StoreApi } from "zustand/vanilla";
import { persist, type StateStorage } from "zustand/middleware";
import { useSession } from "../../session/session.ts";
import { jsonIn, quiet } from "../slip/game-storage.ts";
import { createGameStore, type GameStore } from "../slip/game-store.ts";
import type { PracticeBet } from "./practice-bet.ts";

/** The points one begins with. */
export const FIRST_POINTS = "10000.00";

/** The newest bets that the device keeps; older settled ones are forgotten. */
export const MAX_KEPT = 200;

export interface PracticeAccount {
  readonly points: string;
  /** Newest first. */
  readonly bets: readonly PracticeBet[];
  /** Takes the points of a slip's bets; false if there are too few, and nothing is taken. Again, nothing happens. */
  place: (bets: readonly PracticeBet[]) => boolean;
  /** Adds what settled bets came to; those that are no longer open change nothing. */
  settle: (bets: readonly PracticeBet[]) => void;
  /** Forgets everything and begins anew. */
  restart: () => void;
}

export type PracticeStore = StoreApi<PracticeAccount>;

const text = z.string();
const amount = text.check(z.regex(/^\d{1,15}\.\d\d$/));
/** The last instant that a date can be of, in epoch milliseconds. */
const LAST_DATE = 8.64e15;
const saved = z.object({
  points: amount,
  bets: z.array(
    z.object({
      id: text,
      gameCode: text,
      prizeNo: text,
      drawAt: z.number().check(z.minimum(0), z.maximum(LAST_DATE)),
      optionId: text,
      name: text,
      groups: z.array(z.object({ code: text, items: z.array(text) })),
      picks: text,
      unit: text,
      betCount: z.number(),
      total: amount,
      odds: z.record(text, text),
      maxPayout: text,
      state: z.enum(["open", "won", "lost", "refunded", "void"]),
      payout: amount,
      numbers: z.nullable(z.array(z.number())),
    }),
  ),
});

/** Everything of practice has names of its own on the device, so that no slip of money reads or writes it. */
const PREFIX = "practice:";

/** A storage that sees only what is practice. */
export function practiceStorage(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">) {
  return {
    getItem: (name: string) => storage.getItem(PREFIX + name),
    setItem: (name: string, value: string) => storage.setItem(PREFIX + name, value),
    removeItem: (name: string) => storage.removeItem(PREFIX + name),
  };
}

/**
 * The points of a player on this device. What another window does with them is followed, and read once more before they
 * change: a window that comes back from the history was told nothing meanwhile.
 */
export function createPracticeAccount(storage: Storage, player: string): PracticeStore {
  const name = `account${player === "" ? "" : `.${player}`}`;
  const device = practiceStorage(storage);
  // What is stored after a failed write is older than what this window knows.
  let written = true;
  const readAgain = (): void => {
    if (written) void store.persist.rehydrate();
  };
  const noted: StateStorage = {
    ...device,
    setItem: (key, value) => {
      written = false;
      device.setItem(key, value);
      written = true;
    },
  };
  const store = createStore<PracticeAccount>()(
    persist(
      (set, get): PracticeAccount => ({
        points: FIRST_POINTS,
        bets: [],
        place: (made) => {
          readAgain();
          const { points, bets } = get();
          const fresh = made.filter(({ id }) => !bets.some((bet) => bet.id === id));
          const left = cents(points) - fresh.reduce((sum, { total }) => sum + cents(total), 0n);
          if (left < 0n) return false;
          set({ points: formatMoney(left), bets: bounded([...fresh.toReversed(), ...bets]) });
          return true;
        },
        settle: (settled) => {
          readAgain();
          set(({ points, bets }) => {
            const by = new Map(settled.map((bet) => [bet.id, bet]));
            let sum = cents(points);
            const next = bets.map((bet) => {
              const done = bet.state === "open" ? by.get(bet.id) : undefined;
              if (done === undefined || done.state === "open") return bet;
              sum += cents(done.payout);
              return done;
            });
            return { points: formatMoney(sum), bets: next };
          });
        },
        restart: () => set({ points: FIRST_POINTS, bets: [] }),
      }),
      {
        name,
        version: 1,
        storage: jsonIn(quiet(noted)),
        partialize: ({ points, bets }) => ({ points, bets }),
        merge: (found, fresh) => {
          const read = saved.safeParse(found);
          return read.success ? { ...fresh, ...read.data } : fresh;
        },
      },
    ),
  );
  window.addEventListener("storage", ({ key }) => {
    if (key === PREFIX + name) readAgain();
  });
  return store;
}

/** Open bets are kept whatever their number: their points are still to come. */
function bounded(bets: readonly PracticeBet[]): readonly PracticeBet[] {
  let kept = 0;
  return bets.filter((bet) => bet.state === "open" || (kept += 1) <= MAX_KEPT);
}

function cents(amount: string): bigint {
  const read = parseMoney(amount);
  return read.ok ? read.value : 0n;
}

/** What this device keeps of practice. */
export const practiceDevice = practiceStorage(localStorage);

const accounts = new Map<string, PracticeStore>();
const slips = new Map<string, GameStore>();

const playerNow = () => useSession.getState().username.toLowerCase();

/** The points of who is logged in. */
export function practiceAccount(): PracticeStore {
  const player = playerNow();
  const known = accounts.get(player) ?? createPracticeAccount(localStorage, player);
  accounts.set(player, known);
  return known;
}

/** The practice slip of a game: another store than that of money, kept under other names. */
export function practiceSlip(gameCode: string): GameStore {
  const player = playerNow();
  const key = `${gameCode} ${player}`;
  const known = slips.get(key) ?? createGameStore(gameCode, practiceDevice, player);
  slips.set(key, known);
  return known;
}
