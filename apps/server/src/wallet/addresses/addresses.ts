import { unlockAddresses } from "../../accounts/accounts.ts";
import { compareNames, foldName, type NameMatch, nameRuns, NETWORKS } from "@lotus/contract";
import { readWalletAddress } from "@lotus/contract/wallet-address";
import { tidyCode } from "@lotus/money";
import { sendMessage } from "../../inbox/inbox.ts";
import type { Queries } from "../../db/database.ts";
import type { PayoutDeps } from "../payout-deps.ts";
import { findByName, sameNameIndexes, type Vault } from "../../vault/vault.ts";
import type { Reviewer } from "../review.ts";
import * as sql from "./addresses.sql.ts";
import {
  FORMER_NAME_INDEX,
  namePlace,
  NUMBER_INDEX,
  numberPlace,
  openAddress,
  ownNamePlace,
  type AddressRow,
  type OpenAddress,
} from "./sealed-address.ts";

/** Operations of the desk on withdrawal addresses. */
export interface Addresses {
  /**
   * Unlocks the addresses and the name of a player until their next withdrawal is passed, and messages the player.
   * False if they were not locked; then nothing is written.
   */
  unlock(playerId: bigint, by: Reviewer): Promise<boolean>;
  /** Every address of a player in full, once `within` has audited the reader. */
  read(playerId: bigint, by: Reviewer): Promise<readonly OpenAddress[]>;
  /** Every address of a player in full, for the player's own archive alone. */
  own(db: Queries, playerId: bigint): Promise<readonly OwnAddress[]>;
  /**
   * Replaces the numbers of a closed account's addresses and deletes the name on its cards, in the caller's transaction.
   * The addresses stay, without their numbers: withdrawals name them.
   */
  erase(tx: Queries, playerId: bigint): Promise<void>;
  /** Owners of a card or wallet; none for an incomplete number. */
  ownersOf(number: string): Promise<readonly bigint[]>;
  /** The name on a player's cards, once `within` has audited the reader; null without a card. */
  cardName(playerId: bigint, by: Reviewer): Promise<string | null>;
  /** How the name on a player's first card matches this one; null without a card. */
  matchCardName(playerId: bigint, name: string): Promise<NameMatch | null>;
  /** The newest players whose cards carry this name, or all its parts. */
  findByCardName(typed: string, limit: number): Promise<readonly bigint[]>;
  /** For each text: the players with the name of whose cards a part of it agrees, words taken whole; at most 20. */
  namedIn(texts: readonly string[]): Promise<readonly (readonly bigint[])[]>;
  /** Every name on the cards of each of these players, to be compared and shown to nobody. */
  namesOf(playerIds: readonly bigint[]): Promise<ReadonlyMap<bigint, readonly string[]>>;
  /** Other players whose cards carry the same name; at most 20. */
  sameName(playerId: bigint): Promise<readonly bigint[]>;
}

/** An address in full, with the time it was added (epoch milliseconds). */
export interface OwnAddress extends OpenAddress {
  readonly created: number;
}

/** Opens the desk's operations on withdrawal addresses. */
export function openAddresses({ db, vault, notify }: Pick<PayoutDeps, "db" | "vault" | "notify">): Addresses {
  const rowsOf = (playerId: bigint): Promise<(AddressRow & Record<string, unknown>)[]> =>
    db.query(sql.OF_PLAYER, [playerId]);
  const nameOf = async (playerId: bigint): Promise<string | null> => {
    const card = (await rowsOf(playerId)).find(({ kind }) => kind === "bank");
    return card === undefined ? null : openAddress(vault, card).knownName;
  };
  return {
    unlock: async (playerId, by) => {
      const unlocked = await db.transaction(async (tx) => {
        await by.begin?.(tx);
        if ((await by.judge?.(tx, { playerId, amount: 0n })) === "refused") return false;
        if (!(await unlockAddresses(tx, playerId))) return false;
        await sendMessage(tx, { playerId, template: "addressesUnlocked", values: {} });
        await by.within(tx);
        return true;
      });
      if (unlocked) notify();
      return unlocked;
    },
    read: async (playerId, by) => {
      await db.transaction((tx) => by.within(tx));
      return (await rowsOf(playerId)).map((row) => openAddress(vault, row));
    },
    own: async (on, playerId) => {
      const rows = await on.query<AddressRow & Record<string, unknown>>(sql.OF_PLAYER, [playerId]);
      return rows.map((row) => ({ ...openAddress(vault, row), created: Number(row.created) }));
    },
    erase: (tx, playerId) => erase(vault, tx, playerId),
    ownersOf: (number) => ownersOf(db, vault, number),
    cardName: async (playerId, by) => {
      await db.transaction((tx) => by.within(tx));
      return nameOf(playerId);
    },
    matchCardName: async (playerId, name) => {
      const onCard = await nameOf(playerId);
      return onCard === null ? null : compareNames(onCard, name);
    },
    findByCardName: (typed, limit) => findByName(db, vault, { table: "player_real_name", typed, limit }),
    namedIn: (texts) => namedIn({ db, vault }, texts),
    namesOf: (playerIds) => cardNamesOf(db, vault, playerIds),
    sameName: async (playerId) => {
      const name = await nameOf(playerId);
      if (name === null) return [];
      const rows = await db.query<{ player_id: bigint }>(sql.SAME_NAME, [
        sameNameIndexes(vault, name),
        playerId,
        vault.blindIndexes(FORMER_NAME_INDEX, foldName(name)),
      ]);
      return rows.map((row) => row.player_id);
    },
  };
}

/** Every name on the cards of each of these players, to be compared and shown to nobody. */
export async function cardNamesOf(
  db: Queries,
  vault: Vault,
  playerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly string[]>> {
  const rows = await db.query<{ player_id: bigint; id: bigint | null; name: Uint8Array }>(sql.NAMES, [
    playerIds,
  ]);
  const names = new Map<bigint, string[]>();
  for (const { player_id: playerId, id, name } of rows) {
    const place = id === null ? namePlace(playerId) : ownNamePlace(playerId, id);
    names.set(playerId, [...(names.get(playerId) ?? []), vault.open(place, name)]);
  }
  return names;
}

async function ownersOf(db: Queries, vault: Vault, number: string): Promise<readonly bigint[]> {
  const typed = tidyCode(number);
  const wallets = NETWORKS.map((network) => readWalletAddress(network, typed));
  const numbers = [...(/^\d{8,19}$/u.test(typed) ? [typed] : []), ...wallets].filter((one) => one !== null);
  if (numbers.length === 0) return [];
  const indexes = numbers.flatMap((one) => vault.blindIndexes(NUMBER_INDEX, one));
  const rows = await db.query<{ player_id: bigint }>(sql.FIND_OWNER, [indexes]);
  return rows.map((row) => row.player_id);
}

async function erase(vault: Vault, tx: Queries, playerId: bigint): Promise<void> {
  for (const { id } of await tx.query<AddressRow & Record<string, unknown>>(sql.OF_PLAYER, [playerId])) {
    // Each differs, since the index of a number is unique.
    const nothing = `erased ${id}`;
    await tx.query(sql.ERASE, [
      id,
      vault.seal(numberPlace(playerId, id), nothing),
      vault.blindIndex(NUMBER_INDEX, nothing),
    ]);
  }
  await tx.query(sql.ERASE_NAME, [playerId]);
}

async function namedIn(
  { db, vault }: { readonly db: Queries; readonly vault: Vault },
  texts: readonly string[],
): Promise<readonly (readonly bigint[])[]> {
  const sought = texts.map((text) => {
    const indexes = nameRuns(text).flatMap((phrase) => sameNameIndexes(vault, phrase));
    return new Map(indexes.map((index) => [hex(index), index]));
  });
  const all = new Map(sought.flatMap((indexes) => [...indexes]));
  const rows = await db.query<{ player_id: bigint; names_by: readonly Uint8Array[] }>(sql.BY_NAME, [
    [...all.values()],
  ]);
  return sought.map((indexes) =>
    rows
      .filter(({ names_by: names }) => names.some((index) => indexes.has(hex(index))))
      .map(({ player_id: id }) => id)
      .slice(0, 20),
  );
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
