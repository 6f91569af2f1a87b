export type { PlayerEvents, PlaySlot, Recharge } from "./events.ts";
export { readWeights } from "./read-weights.ts";
export { levelOf, scoreFigures, scoreOf, type Level, type Reason, type Score } from "./score.ts";
export { measure, type Figures } from "./signals.ts";
export {
  SIGNAL_IDS,
  SIGNALS,
  THRESHOLDS,
  weightsWith,
  type SignalId,
  type Thresholds,
  type Weights,
} from "./weights.ts";
