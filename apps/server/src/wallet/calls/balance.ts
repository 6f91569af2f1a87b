import { CALLS } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import { balanceOf } from "../../ledger/ledger.ts";
import type { WalletDeps } from "../wallet-deps.ts";

/** GET /api/balance. */
export function balanceCall({ db }: WalletDeps): BoundCall<typeof CALLS.balance> {
  return bind(CALLS.balance, async (_, { caller }) =>
    accept(formatMoney((await balanceOf(db, caller.playerId)) ?? 0n)),
  );
}
