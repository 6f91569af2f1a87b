import { formatMoney } from "@lotus/money";
import { createGameStore, type GameStore } from "../features/slip/game-store.ts";
import { SlipSheet } from "../features/slip/slip-sheet.tsx";
import { type SlipDeps, useSlip } from "../features/slip/use-slip.ts";

/** A game store without persistence. */
export function unkeptStore(game: Parameters<typeof createGameStore>[0]): GameStore {
  return createGameStore(game, {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
}

type Needed = "store" | "tree" | "current" | "now";
type Props = Pick<SlipDeps, Needed> & Partial<Omit<SlipDeps, Needed>>;

/** The slip of a store with a button that opens it, a balance of 100.00, and a server that never answers. */
export function StoreSlip({ balance = 100_00n, ...deps }: Props) {
  const { store, tree, now } = deps;
  const slip = useSlip({
    balance,
    bounds: { maxLines: 200, maxBets: 100_000 },
    send: () => Promise.reject(new Error("nothing is sent here")),
    settle: () => Promise.reject(new Error("nothing is settled here")),
    refreshRules: async () => tree,
    refreshCurrent: () => undefined,
    onPlaced: () => undefined,
    ...deps,
  });
  return (
    <>
      <button type="button" onClick={slip.open}>
        open
      </button>
      <SlipSheet
        slip={slip}
        store={store}
        now={now}
        balance={balance === null ? undefined : formatMoney(balance)}
        onRecharge={() => undefined}
      />
    </>
  );
}
