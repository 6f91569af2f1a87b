import { CALLS } from "@lotus/contract";
import { refuseTransPassword, type Accounts } from "../../accounts/accounts.ts";
import type { Database } from "../../db/database.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { closeAccount, type CloseDeps } from "../close-account.ts";

export interface CloseAccountDeps extends CloseDeps {
  readonly db: Database;
  readonly accounts: Pick<Accounts, "setPlayerStatus" | "contactsOf" | "checkTransPassword">;
  readonly timeZone: string;
  /** Called after the commit, since live events were written. */
  readonly notify: () => void;
}

const BY_THE_PLAYER = { operatorId: null, reason: "account closed" } as const;

/** POST /api/user/closeAccount. */
export function closeAccountCall(deps: CloseAccountDeps): BoundCall<typeof CALLS.closeAccount> {
  const { db, accounts, timeZone } = deps;
  return bind(CALLS.closeAccount, async ({ body }, { caller: { playerId }, locale }) => {
    const check = await accounts.checkTransPassword(playerId, body.trans_password);
    if (!check.right) return refuseTransPassword(check, locale, timeZone);
    const closing = await db.transaction((tx) =>
      closeAccount(tx, deps, { playerId, by: BY_THE_PLAYER, locale }),
    );
    if (closing.outcome === "balance-left") return refuse("BALANCE_LEFT", { values: { left: closing.left } });
    if (closing.outcome === "bets-running") return refuse("BETS_RUNNING");
    if (closing.outcome === "done") closing.notify();
    deps.notify();
    return accept(null);
  });
}
