import { compareNames, foldName, type Network, type WithdrawAddress } from "@lotus/contract";
import { mayUnattended } from "@lotus/contract/desk";
import { addressesLocked, holdWithdrawals, playerStatus } from "../../accounts/accounts.ts";
import type { Queries } from "../../db/database.ts";
import { toCompare } from "../../identity/identity.ts";
import { sendMessage } from "../../inbox/inbox.ts";
import { lockCash } from "../../ledger/ledger.ts";
import { doubtAs } from "../../protection/protection.ts";
import { nameIndex, type Vault } from "../../vault/vault.ts";
import type { PayoutDeps } from "../payout-deps.ts";
import * as sql from "./addresses.sql.ts";
import { maskedAddress } from "./masks.ts";
import { FORMER_NAME_INDEX, namePlace, NUMBER_INDEX, numberPlace, ownNamePlace } from "./sealed-address.ts";

/** An address to bind, its number in canonical form. */
export type NewAddress =
  | { readonly kind: "bank"; readonly bankName: string; readonly number: string; readonly realName: string }
  | { readonly kind: "wallet"; readonly network: Network; readonly number: string };

/** The bound address, or why it was refused. */
export type BindOutcome =
  | { readonly outcome: "bound"; readonly address: WithdrawAddress }
  | { readonly outcome: "account-locked" | "locked" | "own" | "taken" | "too-many" | "other-name" };

/**
 * Binds an address in one transaction: the address, the name of a first card, the hold that a further address causes,
 * and its message.
 */
export function bindAddress(
  { db, vault, payouts }: Pick<PayoutDeps, "db" | "vault" | "payouts">,
  playerId: bigint,
  address: NewAddress,
): Promise<BindOutcome> {
  return db.transaction(async (tx): Promise<BindOutcome> => {
    // Serializes bindings of a player, also with withdrawals that name an address.
    await lockCash(tx, playerId);
    if (!mayUnattended("address.bind", await playerStatus(tx, playerId)))
      return { outcome: "account-locked" };
    if (await addressesLocked(tx, playerId)) return { outcome: "locked" };
    const [owner] = await tx.query<{ player_id: bigint }>(sql.FIND_OWNER, [
      vault.blindIndexes(NUMBER_INDEX, address.number),
    ]);
    if (owner !== undefined && owner.player_id !== playerId) {
      // A card of somebody who is excluded: who has it may be them.
      await doubtAs(tx, playerId, owner.player_id);
      return { outcome: "taken" };
    }
    if (owner !== undefined) return { outcome: "own" };
    const [had] = await tx.query<{ count: number }>(sql.COUNT, [playerId]);
    const others = had?.count ?? 0;
    if (others >= payouts.maxAddresses) return { outcome: "too-many" };
    const name = address.kind === "bank" ? await nameOf(tx, vault, playerId) : null;
    // A name that is nearly the same is bound: every withdrawal to it is judged with both spellings.
    if (address.kind === "bank" && name !== null && compareNames(name, address.realName) === "other")
      return { outcome: "other-name" };

    const added = await addRow(tx, vault, playerId, { address, name });
    if (added === null) return { outcome: "taken" };
    if (address.kind === "bank" && name === null) await storeName(tx, vault, playerId, address.realName);
    if (address.kind === "bank") await toCompare(tx, playerId);
    if (others > 0) await holdWithdrawals(tx, playerId);
    await sendMessage(tx, { playerId, template: "addressAdded", values: {} });
    const isBank = address.kind === "bank";
    const shown = {
      id: added.id,
      playerId,
      kind: address.kind,
      bankName: isBank ? address.bankName : null,
      network: isBank ? null : address.network,
      number: address.number,
      realName: isBank ? address.realName : null,
      knownName: isBank ? (name ?? address.realName) : null,
    };
    return { outcome: "bound", address: maskedAddress(shown, { created: added.created, locked: false }) };
  });
}

async function nameOf(tx: Queries, vault: Vault, playerId: bigint): Promise<string | null> {
  const [row] = await tx.query<{ name: Uint8Array }>(sql.READ_NAME, [playerId]);
  return row === undefined ? null : vault.open(namePlace(playerId), row.name);
}

async function storeName(tx: Queries, vault: Vault, playerId: bigint, realName: string): Promise<void> {
  await tx.query(sql.ADD_NAME, [
    playerId,
    vault.seal(namePlace(playerId), realName),
    vault.blindIndex(FORMER_NAME_INDEX, foldName(realName)),
    nameIndex(vault, realName),
  ]);
}

/** Adds the row; null if another player bound the same number first. */
async function addRow(
  tx: Queries,
  vault: Vault,
  playerId: bigint,
  { address, name }: { readonly address: NewAddress; readonly name: string | null },
): Promise<{ readonly id: bigint; readonly created: bigint } | null> {
  const [next] = await tx.query<{ id: bigint }>(sql.NEXT_ID);
  if (next === undefined) throw new Error("an address got no id");
  const typed = address.kind === "bank" ? address.realName : null;
  const isOwn = typed !== null && name !== null && typed !== name;
  const [row] = await tx.query<{ created: bigint }>(sql.ADD, [
    next.id,
    playerId,
    address.kind,
    address.kind === "bank" ? address.bankName : null,
    address.kind === "wallet" ? address.network : null,
    vault.seal(numberPlace(playerId, next.id), address.number),
    vault.blindIndex(NUMBER_INDEX, address.number),
    isOwn ? vault.seal(ownNamePlace(playerId, next.id), typed) : null,
  ]);
  return row === undefined ? null : { id: next.id, created: row.created };
}
