import type { BetState } from "@lotus/contract";
import type { BetRow, PlayerBreak, PlayerRecord, PlayerRef, PlayerRow } from "@lotus/contract/desk";
import { findGame, modeOf } from "@lotus/games";
import { formatMoney } from "@lotus/money";
import { pushDevicesOf } from "../../push/push.ts";
import type { PlayerSummary } from "../../accounts/accounts.ts";
import { pickedText, type GameWords } from "../../betting/betting.ts";
import type { Queries } from "../../db/database.ts";
import { onBreak } from "../../protection/protection.ts";
import { moneyOfPlayers, sumsOfPlayer, type PlayerMoney, type TransferCode } from "../../ledger/ledger.ts";
import { instantOf } from "../lists.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { numberOf } from "../order-number.ts";
import * as sql from "./players.sql.ts";

const NOTHING: PlayerMoney = { cash: 0n, hold: 0n, chases: 0n };

/** Players as listed, with their balances. */
export async function playerRows(db: Queries, players: readonly PlayerSummary[]): Promise<PlayerRow[]> {
  const ids = players.map(({ id }) => id);
  const [money, breaks] = await Promise.all([moneyOfPlayers(db, ids), onBreak(db, ids)]);
  return players.map((player) => rowOf(player, money.get(player.id) ?? NOTHING, breaks.get(player.id)));
}

/** All data of one player, with masked contacts; null when there is none. */
export async function readPlayer(
  { db, services }: Pick<DeskDeps, "db" | "services">,
  id: bigint,
): Promise<PlayerRecord | null> {
  const profile = await services.accounts.playerProfile(id);
  if (profile === undefined) return null;
  const [money, breaks, sums, inviter, sameName, pushDevices] = await Promise.all([
    moneyOfPlayers(db, [id]),
    onBreak(db, [id]),
    sumsOfPlayer(db, id),
    profile.inviterId === null ? undefined : nameOf(db, profile.inviterId),
    peopleOf(db, await services.wallet.addresses.sameName(id)),
    pushDevicesOf(db, id),
  ]);
  const sum = (...codes: readonly TransferCode[]): bigint =>
    codes.reduce((total, code) => total + (sums.get(code) ?? 0n), 0n);
  return {
    ...rowOf(profile, money.get(id) ?? NOTHING, breaks.get(id)),
    phone: profile.phone,
    email: profile.email,
    addresses: profile.addressesLocked ? "locked" : "unlocked",
    withdrawalHeldUntil: profile.withdrawalHeldUntil,
    transPasswordLockedUntil: profile.transPasswordLockedUntil,
    sameName,
    inviter: profile.inviterId === null ? null : { id: String(profile.inviterId), name: inviter ?? "" },
    inviteCode: profile.inviteCode,
    lastLoginAddress: profile.lastLoginIp,
    openSessions: profile.openSessions,
    pushDevices,
    termsVersion: profile.termsVersion,
    sums: {
      deposit: formatMoney(sum("recharge")),
      withdrawal: formatMoney(sum("withdrawal", "withdrawal-fee")),
      stakes: formatMoney(sum("stake") - sum("stake-refund")),
      payouts: formatMoney(sum("payout")),
      rebates: formatMoney(sum("rebate")),
      commission: formatMoney(sum("commission")),
      gifts: formatMoney(sum("gift")),
    },
  };
}

function rowOf(
  player: PlayerSummary,
  { cash, hold }: PlayerMoney,
  lasting: PlayerBreak | undefined,
): PlayerRow {
  return {
    id: String(player.id),
    username: player.username,
    status: player.status,
    ...(lasting !== undefined && { onBreak: lasting }),
    balance: formatMoney(cash),
    hold: formatMoney(hold),
    createdAt: player.createdAt,
    lastLoginAt: player.lastLoginAt,
  };
}

/** Name and state of a player, or undefined when there is none. */
export async function playerOf(db: Queries, id: bigint): Promise<PlayerRef | undefined> {
  const [row] = await db.query<{ username: string; status: PlayerRef["status"] }>(sql.REF, [id]);
  return row === undefined ? undefined : { id: String(id), name: row.username, status: row.status };
}

/** The same rows, their players with the break that they are on. */
export async function withBreaks<Row extends { readonly player: PlayerRef | null }>(
  db: Queries,
  rows: readonly Row[],
): Promise<Row[]> {
  const breaks = await onBreak(
    db,
    rows.flatMap(({ player }) => (player === null ? [] : [BigInt(player.id)])),
  );
  return rows.map((row) => {
    const lasting = row.player === null ? undefined : breaks.get(BigInt(row.player.id));
    return lasting === undefined ? row : { ...row, player: { ...row.player, onBreak: lasting } };
  });
}

/** A player's name, or undefined when there is no such player. */
export async function nameOf(db: Queries, id: bigint): Promise<string | undefined> {
  const [row] = await db.query<{ username: string }>(sql.USERNAME, [id]);
  return row?.username;
}

/** Ids and names of these players. */
async function peopleOf(
  db: Queries,
  ids: readonly bigint[],
): Promise<{ readonly id: string; readonly name: string }[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<{ id: bigint; username: string }>(sql.USERNAMES, [ids]);
  return rows.map(({ id, username }) => ({ id: String(id), name: username }));
}

interface StoredBet {
  readonly id: bigint;
  readonly game: string;
  readonly period_no: string;
  readonly option_id: string;
  readonly groups: string;
  readonly bet_count: number;
  readonly total: bigint;
  readonly at_ms: bigint;
  readonly username: string;
  readonly payout: bigint;
  readonly refund: bigint;
  readonly state: BetState;
}

/** A player's bets, newest first. */
export async function listBets(
  db: Queries,
  { playerId, words }: { readonly playerId: bigint; readonly words: GameWords },
  filter: {
    readonly game?: string | undefined;
    readonly from?: number | undefined;
    readonly to?: number | undefined;
    readonly order_no?: string | undefined;
    readonly state?: BetState | undefined;
  },
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<readonly { readonly id: bigint; readonly record: BetRow }[]> {
  const rows = await db.query<StoredBet & Record<string, unknown>>(sql.BETS, [
    playerId,
    before,
    limit,
    filter.game ?? null,
    instantOf(filter.from),
    instantOf(filter.to),
    // The number of another kind of order matches no bet.
    filter.order_no === undefined ? null : (numberOf("B", filter.order_no) ?? 0n),
    filter.state ?? null,
  ]);
  return rows.map((row) => ({ id: row.id, record: betOf(playerId, row, words) }));
}

function betOf(playerId: bigint, row: StoredBet, words: GameWords): BetRow {
  const family = findGame(row.game)?.family;
  const mode = modeOf(row.option_id);
  return {
    id: `B${row.id}`,
    player: { id: String(playerId), name: row.username },
    gameCode: row.game,
    periodNo: row.period_no,
    optionId: row.option_id,
    modeName: family === undefined ? mode : words.mode(family, mode),
    optionName: family === undefined ? row.option_id : words.option(family, "option", row.option_id),
    betNumbers: pickedText({ game: row.game, optionId: row.option_id, groups: row.groups }, words),
    betCount: row.bet_count,
    total: formatMoney(row.total),
    payout: formatMoney(row.payout),
    refund: formatMoney(row.refund),
    status: row.state === "returned" ? "notWon" : row.state,
    state: row.state,
    time: Number(row.at_ms),
  };
}
