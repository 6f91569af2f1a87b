import type { Slip } from "./use-slip.ts";
import type { GameStore } from "./game-store.ts";

export interface SlipSheetProps {
  slip: Slip;
  store: GameStore;
  now: () => number;
  /** "1234.50", undefined until it is loaded. */
  balance: string | undefined;
  onRecharge: () => void;
}
