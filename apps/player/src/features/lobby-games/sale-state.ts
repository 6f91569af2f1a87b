import { drawPhase } from "../draw/draw-phase.ts";
import type { LobbyGame } from "./use-games.ts";

/** How far ahead a sale may begin and still be counted down to; a later one shows its time of day. */
const COUNTED_MS = 60 * 60_000;

/** Below this many seconds of sale the clock is amber. */
export const URGENT_SECONDS = 10;

/**
 * Where the sale of a game stands. `off`: switched off at the desk, or nothing to sell; `resting`: it opens at
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
