import type { BetRecord } from "@lotus/contract";
import { create } from "zustand";
import { useSettings } from "../../session/settings.ts";
import type { PeriodOutcome } from "./outcome.ts";
import type { GamePeriod } from "./period-result.ts";

/** The result of all orders of the player in a period. */
export interface ToldResult extends GamePeriod {
  readonly outcome: PeriodOutcome;
  readonly orders: readonly BetRecord[];
}

interface ToldResults {
  /** Results in the strip, one or several that fell at once. */
  readonly strip: readonly ToldResult[];
  /** Results in the window, one after the other. */
  readonly windows: readonly ToldResult[];
}

/** What is being told now on a page that does not show results in place. */
export const useToldResults = create<ToldResults>(() => ({ strip: [], windows: [] }));

/** Tells results as the player has chosen; in a window only where it interrupts nothing. */
export function tellResults(results: readonly ToldResult[]): void {
  const { strip, windows } = useToldResults.getState();
  const opens = useSettings.getState().resultStyle === "window" && (windows.length > 0 || !isBusy());
  useToldResults.setState(opens ? { windows: [...windows, ...results] } : { strip: [...strip, ...results] });
}

/** Whether the player is in the middle of something: another dialog is open, or something is being typed. */
function isBusy(): boolean {
  return (
    document.querySelector("dialog[open]") !== null ||
    document.activeElement?.matches("input, textarea, select, [contenteditable]") === true
  );
}

export function putStripAway(): void {
  useToldResults.setState({ strip: [] });
}

export function putWindowAway(): void {
  useToldResults.setState(({ windows }) => ({ windows: windows.slice(1) }));
}
