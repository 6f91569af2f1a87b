import { foldName, type Network } from "@lotus/contract";
import type { SealedColumn, SealedPlace, Vault } from "../../vault/vault.ts";

/** A stored address, with the player's name if it is a card. */
export interface AddressRow {
  readonly id: bigint;
  readonly player_id: bigint;
  readonly kind: "bank" | "wallet";
  readonly bank_name: string | null;
  readonly network: Network | null;
  readonly number: Uint8Array;
  /** Epoch milliseconds. */
  readonly created: bigint;
  readonly name: Uint8Array | null;
}

/** An address in full, for the payout. */
export interface OpenAddress {
  readonly id: bigint;
  readonly playerId: bigint;
  readonly kind: "bank" | "wallet";
  readonly bankName: string | null;
  readonly network: Network | null;
  readonly number: string;
  readonly realName: string | null;
}

/** Purposes of the blind indexes. */
export const NUMBER_INDEX = "withdraw-address";
export const NAME_INDEX = "real-name";

/** The sealed columns of withdrawal addresses, for reencryption. */
export const SEALED_ADDRESSES: readonly SealedColumn[] = [
  {
    table: "withdraw_address",
    key: ["player_id", "id"],
    column: "number",
    index: { column: "found_by", purpose: () => NUMBER_INDEX },
  },
  {
    table: "player_real_name",
    key: ["player_id"],
    column: "name",
    index: { column: "found_by", purpose: () => NAME_INDEX, text: foldName },
  },
];

/** Place of a sealed number: its row and player. */
export function numberPlace(playerId: bigint, id: bigint): SealedPlace {
  return { table: "withdraw_address", column: "number", row: `${playerId}/${id}` };
}

/** Place of a player's sealed name. */
export function namePlace(playerId: bigint): SealedPlace {
  return { table: "player_real_name", column: "name", row: playerId };
}

/** Opens an address. @throws Error when it was sealed for another row */
export function openAddress(vault: Vault, row: AddressRow): OpenAddress {
  const { id, player_id: playerId, kind, bank_name: bankName, network, number, name } = row;
  return {
    id,
    playerId,
    kind,
    bankName,
    network,
    number: vault.open(numberPlace(playerId, id), number),
    realName: name === null ? null : vault.open(namePlace(playerId), name),
  };
}
