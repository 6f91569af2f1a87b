import type { Network } from "@lotus/contract";
import { NAME_INDEX, type SealedColumn, type SealedPlace, type Vault } from "../../vault/vault.ts";

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
  /** As it was typed for this card, where that is spelled otherwise. */
  readonly own_name: Uint8Array | null;
}

/** An address in full, for the payout. */
export interface OpenAddress {
  readonly id: bigint;
  readonly playerId: bigint;
  readonly kind: "bank" | "wallet";
  readonly bankName: string | null;
  readonly network: Network | null;
  readonly number: string;
  /** As it was typed for this card. */
  readonly realName: string | null;
  /** The name of the player's first card; null for a wallet. */
  readonly knownName: string | null;
}

/** Purposes of the blind indexes. */
export const NUMBER_INDEX = "withdraw-address";
/** Of servers that do not know migration 075. */
export const FORMER_NAME_INDEX = "real-name";

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
    index: NAME_INDEX,
  },
  { table: "withdraw_address", key: ["player_id", "id"], column: "name" },
];

/** Place of a sealed number: its row and player. */
export function numberPlace(playerId: bigint, id: bigint): SealedPlace {
  return { table: "withdraw_address", column: "number", row: `${playerId}/${id}` };
}

/** Place of the name typed for one card: its row and player. */
export function ownNamePlace(playerId: bigint, id: bigint): SealedPlace {
  return { table: "withdraw_address", column: "name", row: `${playerId}/${id}` };
}

/** Place of a player's sealed name. */
export function namePlace(playerId: bigint): SealedPlace {
  return { table: "player_real_name", column: "name", row: playerId };
}

/** Opens an address. @throws Error when it was sealed for another row */
export function openAddress(vault: Vault, row: AddressRow): OpenAddress {
  const { id, player_id: playerId, kind, bank_name: bankName, network, number, name, own_name: own } = row;
  const knownName = name === null ? null : vault.open(namePlace(playerId), name);
  return {
    id,
    playerId,
    kind,
    bankName,
    network,
    number: vault.open(numberPlace(playerId, id), number),
    realName: own === null ? knownName : vault.open(ownNamePlace(playerId, id), own),
    knownName,
  };
}
