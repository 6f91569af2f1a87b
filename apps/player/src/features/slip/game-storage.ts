import type { StateStorage } from "zustand/middleware";
import {
  fittingFields,
  listOf,
  nullable,
  number,
  objectOf,
  optional,
  text,
} from "../../components/stored-shape.ts";
import { readStake } from "./assess.ts";
import type { BetList } from "./bet-list.ts";
import type { GameMode } from "./game-mode.ts";
import type { Attempt, SlipLine } from "./slip-line.ts";

/** What is stored of a game's slip. */
interface SavedSlip {
  readonly gameMode: GameMode | null;
  readonly gameBetList: BetList;
  readonly lines: readonly SlipLine[];
  readonly unit: string;
  readonly draftAmount?: string | null;
  readonly attempt: Attempt | null;
}

const savedLine = objectOf({
  key: text,
  optionId: text,
  groups: listOf(objectOf({ code: text, items: listOf(text) })),
  amount: optional(text),
  list: optional(text),
});

const FIELDS = {
  gameMode: nullable(objectOf({ modeId: text, optionId: optional(text) })),
  gameBetList: listOf(objectOf({ code: text, id: text, ruleItem: listOf(objectOf({ id: text })) })),
  lines: listOf(savedLine),
  unit: text,
  // Slips stored by an earlier version have none.
  draftAmount: optional(nullable(text)),
  attempt: nullable(
    objectOf({
      idempotencyKey: text,
      prizeNo: text,
      version: number,
      amount: text,
      lines: listOf(savedLine),
      sentAt: optional(number),
    }),
  ),
} as const;

const isSaved = objectOf(FIELDS);

/** A stored slip with nothing else that is found there; null if it is none. */
export function savedIn(found: unknown): SavedSlip | null {
  if (!isSaved(found)) return null;
  // The shape of each field was checked.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return fittingFields(found, FIELDS) as unknown as SavedSlip;
}

/** The attempt in a stored slip. */
export function attemptIn(found: unknown): Attempt | null {
  const state = typeof found === "object" && found !== null && "state" in found ? found.state : null;
  return savedIn(state)?.attempt ?? null;
}

/** A stored stake, or null if it is not valid. */
export function readUnit(text: unknown): string | null {
  return typeof text === "string" && readStake(text) !== null ? text : null;
}

/** Treats invalid JSON as absent. */
export function jsonIn(storage: StateStorage) {
  return {
    getItem: (name: string) => {
      try {
        const text = storage.getItem(name);
        return typeof text === "string" ? JSON.parse(text) : null;
      } catch {
        return null;
      }
    },
    setItem: (name: string, value: unknown) => void storage.setItem(name, JSON.stringify(value)),
    removeItem: (name: string) => void storage.removeItem(name),
  };
}

/** A storage that never throws: if it is full or forbidden, nothing is stored. */
export function quiet(storage: StateStorage): StateStorage {
  return {
    getItem: (name) => {
      try {
        return storage.getItem(name);
      } catch {
        return null;
      }
    },
    setItem: (name, value) => {
      try {
        void storage.setItem(name, value);
      } catch {
        // Private windows may refuse; the slip then lasts as long as the page.
      }
    },
    removeItem: (name) => void storage.removeItem(name),
  };
}
