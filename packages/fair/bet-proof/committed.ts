import { compareBytes, type Hashing, leafHash, merkleRoot, nobleHashing, utf8 } from "@lotus/tlog";
import { canonicalJson, type CanonicalValue } from "../canonical-json.ts";

/** An order as its leaf commits to it. Amounts and odds are decimal strings. */
export interface CommittedBet {
  readonly orderNo: string;
  readonly game: string;
  readonly periodNo: string;
  /** Pseudonym of the player, 16 bytes in hex. */
  readonly player: string;
  readonly optionId: string;
  readonly groups: readonly { readonly code: string; readonly items: readonly string[] }[];
  readonly betCount: number;
  readonly betAmount: string;
  readonly total: string;
  /** The round of the beacon that decides the draw. */
  readonly round: number;
  readonly oddsVersion: number;
  /** The odds of the option, by odds key. */
  readonly odds: { readonly [key: string]: string };
  /** Epoch milliseconds. */
  readonly acceptedAt: number;
  /** 16 random bytes in hex, so that a leaf cannot be guessed. */
  readonly blind: string;
}

/**
 * What an order was paid or refunded, as its leaf in the payouts of the period commits to it. One that was cancelled, or
 * whose period is void, has its stake as its refund, and no tiers.
 */
export interface CommittedPayout {
  readonly orderNo: string;
  readonly payout: string;
  readonly refund: string;
  readonly tiers: readonly {
    readonly code: string;
    readonly class?: string | undefined;
    readonly wins: number;
    readonly odds: string;
  }[];
  /** That of the order. */
  readonly blind: string;
}

/**
 * SHA-256(0x00 ‖ RFC 8785 of the order): its leaf in the batch of a receipt, and among the bets of its period. There an
 * order that was cancelled before the close has `cancelledAt` (epoch ms) too. Fields beyond those of the type are not
 * part of it. @throws TypeError for values that RFC 8785 JSON of whole numbers does not have
 */
export function betLeaf(
  bet: CommittedBet,
  cancelledAt?: number,
  hashing: Hashing = nobleHashing,
): Uint8Array {
  const { orderNo, game, periodNo, player, optionId, betCount, betAmount, total } = bet;
  const { round, oddsVersion, odds, acceptedAt, blind } = bet;
  const value: CanonicalValue = {
    orderNo,
    game,
    periodNo,
    player,
    optionId,
    groups: bet.groups.map(({ code, items }) => ({ code, items })),
    betCount,
    betAmount,
    total,
    round,
    oddsVersion,
    odds,
    acceptedAt,
    blind,
    ...(cancelledAt === undefined ? {} : { cancelledAt }),
  };
  return leafHash(utf8(canonicalJson(value)), hashing);
}

/** SHA-256(0x00 ‖ RFC 8785 of the payout): its leaf among the payouts of the period. @throws TypeError as `betLeaf` */
export function payoutLeaf(paid: CommittedPayout, hashing: Hashing = nobleHashing): Uint8Array {
  const { orderNo, payout, refund, blind } = paid;
  const tiers = paid.tiers.map(({ code, class: className, wins, odds }) => ({
    code,
    wins,
    odds,
    ...(className === undefined ? {} : { class: className }),
  }));
  return leafHash(utf8(canonicalJson({ orderNo, payout, refund, tiers, blind })), hashing);
}

/** Trees whose number of leaves would tell something have a multiple of this: at least so many. */
export const PADDED_TO = 64;

/** SHA-256(0x00 ‖ RFC 8785 of the blind alone): a leaf of no order, which looks like any other. 16 random bytes in hex. */
export function paddingLeaf(blind: string, hashing: Hashing = nobleHashing): Uint8Array {
  return leafHash(utf8(canonicalJson({ blind })), hashing);
}

/**
 * The root over the leaves of a period's bets, or of its payouts: in ascending order of their bytes, so that it depends
 * on the leaves alone and not on how they were gathered. Of none, SHA-256 of nothing.
 */
export function betsRoot(leaves: readonly Uint8Array[], hashing: Hashing = nobleHashing): Uint8Array {
  return merkleRoot([...leaves].sort(compareBytes), hashing);
}
