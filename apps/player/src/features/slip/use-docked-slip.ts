import type { CurrentPeriod } from "@lotus/contract";
import { useState } from "react";
import { useStore } from "zustand";
import { assess } from "./assess.ts";
import { draftOf, type GameStore } from "./game-store.ts";

interface DockedSlipDeps {
  readonly store: GameStore;
  readonly current: CurrentPeriod | undefined;
  readonly docked?: boolean;
}

/**
 * A slip beside the board is open whenever there is something to bet, for the period that was on sale when it opened. `move`
 * opens it for a period, or closes it. Returns whether the slip is docked.
 */
export function useDockedSlip(
  { store, current, docked = false }: DockedSlipDeps,
  { isOpen, busy }: { isOpen: boolean; busy: boolean },
  move: (seen: CurrentPeriod | null) => void,
): boolean {
  const [wasDocked, setWasDocked] = useState(docked);
  const hasBets = useHasBets(store, docked);
  if (docked !== wasDocked) {
    setWasDocked(docked);
    // In a window that becomes narrow it would cover the board: its bar shows what is on it.
    if (!docked && isOpen && !busy) move(null);
  } else if (docked && !busy) {
    if (isOpen && !hasBets) move(null);
    if (!isOpen && hasBets && current !== undefined) move(current);
  }
  return docked;
}

/** Whether a docked slip has anything to bet: a slip that was sent, a line, or picks that are a bet. */
function useHasBets(store: GameStore, docked: boolean): boolean {
  return useStore(store, (state) => {
    if (!docked) return false;
    if (state.attempt !== null || state.lines.length > 0) return true;
    const draft = draftOf(state);
    return draft !== null && assess(state.gameCode, draft).state === "ready";
  });
}
