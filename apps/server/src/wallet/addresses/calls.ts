import { CALLS } from "@lotus/contract";
import { readWalletAddress } from "@lotus/contract/wallet-address";
import { refuseTransPassword } from "../../accounts/accounts.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { PayoutDeps } from "../payout-deps.ts";
import * as sql from "./addresses.sql.ts";
import { bindAddress, type BindOutcome, type NewAddress } from "./bind.ts";
import { maskedAddress } from "./masks.ts";
import { openAddress, type AddressRow } from "./sealed-address.ts";

/** The calls of withdrawal addresses. */
export function addressCalls(deps: PayoutDeps) {
  return {
    getWithDrawAddrList: listCall(deps),
    bindBankCard: bindBankCardCall(deps),
    bindDigitWall: bindDigitWallCall(deps),
  };
}

/** GET /api/user/getWithDrawAddrList. */
function listCall({ db, vault }: PayoutDeps): BoundCall<typeof CALLS.getWithDrawAddrList> {
  return bind(CALLS.getWithDrawAddrList, async (_, { caller: { playerId } }) => {
    const rows = await db.query<AddressRow & Record<string, unknown>>(sql.OF_PLAYER, [playerId]);
    const [player] = await db.query<{ locked: boolean }>(sql.IS_LOCKED, [playerId]);
    const locked = player?.locked ?? false;
    return accept(
      rows.map((row) => maskedAddress(openAddress(vault, row), { created: row.created, locked })),
    );
  });
}

/** POST /api/user/bindBankCard. */
function bindBankCardCall(deps: PayoutDeps): BoundCall<typeof CALLS.bindBankCard> {
  return bind(CALLS.bindBankCard, async ({ body }, { caller, locale }) => {
    const check = await deps.checkTransPassword(caller.playerId, body.trans_password);
    if (!check.right) return refuseTransPassword(check, locale, deps.timeZone);
    const bound = await tryBind(deps, caller.playerId, {
      kind: "bank",
      bankName: body.bank_name,
      number: body.card_no,
      realName: body.real_name,
    });
    if (bound.outcome === "bound") return accept(bound.address);
    if (bound.outcome === "other-name") return refuse("REAL_NAME_DIFFERS");
    return refuseAddress(deps, bound.outcome);
  });
}

/** POST /api/user/bindDigitWall. */
function bindDigitWallCall(deps: PayoutDeps): BoundCall<typeof CALLS.bindDigitWall> {
  return bind(CALLS.bindDigitWall, async ({ body }, { caller, locale }) => {
    const number = readWalletAddress(body.network, body.address);
    // Takes no password attempt: the account was not accessed yet.
    if (number === null) return refuse("ADDRESS_INVALID");
    const check = await deps.checkTransPassword(caller.playerId, body.trans_password);
    if (!check.right) return refuseTransPassword(check, locale, deps.timeZone);
    const bound = await tryBind(deps, caller.playerId, { kind: "wallet", network: body.network, number });
    if (bound.outcome === "bound") return accept(bound.address);
    if (bound.outcome === "other-name") throw new Error("a wallet carries no name");
    return refuseAddress(deps, bound.outcome);
  });
}

async function tryBind(deps: PayoutDeps, playerId: bigint, address: NewAddress): Promise<BindOutcome> {
  const bound = await bindAddress(deps, playerId, address);
  if (bound.outcome !== "bound") return bound;
  deps.notify();
  if (address.kind === "bank") await deps.cardBound(playerId);
  return bound;
}

const REFUSALS = {
  "account-locked": "ACCOUNT_LOCKED",
  locked: "ADDRESSES_LOCKED",
  own: "ADDRESS_OWN",
  taken: "ADDRESS_TAKEN",
  "too-many": "ADDRESS_LIMIT",
} as const;

function refuseAddress({ payouts }: PayoutDeps, why: keyof typeof REFUSALS) {
  return refuse(REFUSALS[why], why === "too-many" ? { values: { max: payouts.maxAddresses } } : {});
}
