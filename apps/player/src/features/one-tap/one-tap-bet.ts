import type { CurrentPeriod, RuleTree } from "@lotus/contract";
import { type Money, parseMoney } from "@lotus/money";
import { DRAFT, draftOf, type GameState, stakedDraft } from "../slip/game-store.ts";
import { type SlipBounds, type SlipFigures, slipFigures, slipProblem } from "../slip/slip-figures.ts";
import { slipRange } from "../slip/slip-range.ts";
import { slipYear } from "../slip/slip-year.ts";

/** What a bet by one tap depends on besides what is picked. */
export interface OneTapRoom {
  readonly tree: RuleTree;
  readonly current: CurrentPeriod | undefined;
  /** Null until it is loaded. */
  readonly balance: Money | null;
  readonly bounds: SlipBounds;
  /** The most that such a bet may cost, as typed. */
  readonly most: string;
}

/**
 * The board's picks as a bet that needs no reading: they alone are the slip, at most the sum the player chose, the balance
 * has it, and a draw can pay more than it costs. Null otherwise: then the slip is opened first.
 */
export function oneTapBet(
  state: Pick<
    GameState,
    | "gameRules"
    | "gameMode"
    | "gameBetList"
    | "lines"
    | "unit"
    | "draftAmount"
    | "attempt"
    | "offer"
    | "closed"
  >,
  { tree, current, balance, bounds, most }: OneTapRoom,
): SlipFigures | null {
  const draft = draftOf(state);
  const limit = parseMoney(most);
  if (draft === null || state.lines.length > 0 || state.attempt !== null || state.offer !== null) return null;
  if (state.closed !== null) return null;
  if (current === undefined || balance === null || !limit.ok) return null;
  const year = slipYear(tree.gameCode, { attempt: null, seen: null, current });
  const line = { ...stakedDraft(draft, state), key: DRAFT };
  const figures = slipFigures(tree.gameCode, tree.rules, [line], state.unit, year);
  if (figures.unit === null || figures.total === 0n || figures.total > limit.value) return null;
  if (slipProblem(figures, balance, bounds) !== null) return null;
  return slipRange(figures, null, bounds).sureLoss ? null : figures;
}
