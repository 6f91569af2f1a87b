import type { ReactNode } from "react";
import type { Slip } from "./use-slip.ts";
import type { GameStore } from "./game-store.ts";
import type { BetPeriod } from "./slip-period.ts";

export interface SlipSheetProps {
  slip: Slip;
  store: GameStore;
  now: () => number;
  /** "1234.50", undefined until it is loaded. */
  balance: string | undefined;
  onRecharge: () => void;
  /** Plans a chase of the slip's lines from its period on; absent where none is planned. */
  onChase?: (from: BetPeriod) => void;
  /** Directly below the lines. */
  afterLines?: ReactNode;
  /** What else can be done with the slip, below its lines. */
  tools?: ReactNode;
}
