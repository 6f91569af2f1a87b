import type { GameStore } from "../slip/game-store.ts";
import { EMPTY_BET_LIST } from "../slip/bet-list.ts";
import { optionAt } from "../slip/game-mode.ts";

/**
 * A store seen as if it showed the board of an option: its picks are those of that board, and a pick shows it first. The
 * board that is shown changes only with a pick.
 */
export function boardView(store: GameStore, optionId: string): GameStore {
  const onBoard = () => {
    store.getState().chooseOption(optionId);
    return store.getState();
  };
  return {
    ...store,
    getState: () => {
      const state = store.getState();
      const shown = optionAt(state.gameRules, state.gameMode)?.id === optionId;
      return {
        ...state,
        gameBetList: shown ? state.gameBetList : (state.otherPicks[optionId] ?? EMPTY_BET_LIST),
        select: (code, item) => onBoard().select(code, item),
        unselect: (code, item) => onBoard().unselect(code, item),
        replace: (code, items) => onBoard().replace(code, items),
      };
    },
  };
}
