import * as z from "zod/mini";
import type { StateStorage } from "zustand/middleware";
import { readStake } from "./assess.ts";
import type { Attempt } from "./slip-line.ts";

const savedGroups = z.array(z.object({ code: z.string(), items: z.array(z.string()) }));
const savedLine = z.object({
  key: z.string(),
  optionId: z.string(),
  groups: savedGroups,
  amount: z.optional(z.string()),
  list: z.optional(z.string()),
});

/** What is stored on the device; anything else found there is ignored. */
export const savedState = z.object({
  gameMode: z.nullable(z.object({ modeId: z.string(), optionId: z.optional(z.string()) })),
  gameBetList: z.array(
    z.object({ code: z.string(), id: z.string(), ruleItem: z.array(z.object({ id: z.string() })) }),
  ),
  lines: z.array(savedLine),
  unit: z.string(),
  // Slips stored by an earlier version have none.
  draftAmount: z.optional(z.nullable(z.string())),
  attempt: z.nullable(
    z.object({
      idempotencyKey: z.string(),
      prizeNo: z.string(),
      version: z.number(),
      amount: z.string(),
      lines: z.array(savedLine),
    }),
  ),
});

/** The attempt in a stored slip. */
export function attemptIn(found: unknown): Attempt | null {
  const read = z.object({ state: savedState }).safeParse(found);
  // Optional fields read back as absent, which is what their types say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return read.success ? (read.data.state.attempt as Attempt | null) : null;
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
