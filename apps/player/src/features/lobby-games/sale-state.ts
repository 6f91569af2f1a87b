import { drawPhase } from "../draw/draw-phase.ts";
import type { LobbyGame } from "./use-games.ts";

/** Largest time to the opening that is counted down; a later opening is shown as time of day. */
const COUNTED_MS = 60 * 60_000;

/** Below this many seconds of sale, the countdown is amber. */
export const URGENT_SECONDS = 10;

/**
 * State of a game's sale. `off`: switched off at the desk, or no period to sell; `resting`: it opens at
 * `opensAt`; the others count `seconds` down to the opening, the close or the draw.
 */
export type SaleState =
  | { readonly kind: "off" }
  | { readonly kind: "resting"; readonly opensAt: number }
  | { readonly kind: "opening" | "selling" | "closed"; readonly seconds: number }
  | { readonly kind: "drawing" };

/** The state of a game's sale at a time on the server's clock. */
export function saleState({ on, current }: Pick<LobbyGame, "on" | "current">, nowMs: number): SaleState {
  if (!on || current === null) return { kind: "off" };
  const phase = drawPhase(current, nowMs);
  const until = (endMs: number) => Math.max(0, Math.ceil((endMs - nowMs) / 1000));
  if (phase === "early")
    return current.openAt - nowMs > COUNTED_MS
      ? { kind: "resting", opensAt: current.openAt }
      : { kind: "opening", seconds: until(current.openAt) };
  if (phase === "selling") return { kind: "selling", seconds: until(current.closeAt) };
  return phase === "closed" ? { kind: "closed", seconds: until(current.drawAt) } : { kind: "drawing" };
}
