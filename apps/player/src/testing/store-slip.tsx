import { formatMoney } from "@lotus/money";
import type { ReactNode } from "react";
import { createGameStore, type GameStore } from "../features/slip/game-store.ts";
import { SlipSheet } from "../features/slip/slip-sheet.tsx";
import { type Slip, type SlipDeps, useSlip } from "../features/slip/use-slip.ts";

/** A game store without persistence. */
export function unkeptStore(game: Parameters<typeof createGameStore>[0]): GameStore {
  return createGameStore(game, {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
}

type Needed = "store" | "tree" | "current" | "now";
interface Props extends Pick<SlipDeps, Needed>, Partial<Omit<SlipDeps, Needed>> {
  /** What opens the slip in place of the button. */
  bar?: (slip: Slip) => ReactNode;
}

/** The slip of a store with a button that opens it, or a bar, a balance of 100.00, and a server that never answers. */
export function StoreSlip({ balance = 100_00n, bar, ...deps }: Props) {
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
      {bar?.(slip) ?? (
        <button type="button" onClick={slip.open}>
          open
        </button>
      )}
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
