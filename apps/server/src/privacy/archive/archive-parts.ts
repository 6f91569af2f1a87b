import { type AnnouncementTexts, betStateOf, type BetStatus } from "@lotus/contract";
import { findGame } from "@lotus/games";
import { gameWords, pickedText, slipLineOf, type GameWords } from "../../betting/betting.ts";
import { reasonText } from "../../inbox/inbox.ts";
import { movementsBetween } from "../../ledger/ledger.ts";
import { type NamedSaved, openSaved } from "../../saved/saved.ts";
import { openLine, openPicture } from "../../service/service.ts";
import {
  type ArchivePart,
  type ArchiveSource,
  type Entry,
  EVERY_ID,
  listed,
  PAGE,
  type Row,
  whole,
} from "./archive-part.ts";
import * as sql from "./archive.sql.ts";
import { CHASES } from "./chase-parts.ts";
import { DEVICES } from "./device-parts.ts";

interface ProfileRow extends Row {
  readonly username: string;
  readonly created: Date;
  readonly status: string;
  readonly invite_code: string;
  readonly terms_version: string;
  readonly last_login_at: Date | null;
  readonly last_login_ip: string | null;
  readonly previous_login_at: Date | null;
  readonly previous_login_ip: string | null;
  readonly now: Date;
}

/** The account itself, with the instant of the snapshot. */
export async function profileOf({
  tx,
  playerId,
}: Pick<ArchiveSource, "tx" | "playerId">): Promise<ProfileRow> {
  const [row] = await tx.query<ProfileRow>(sql.PROFILE, [playerId]);
  if (row === undefined) throw new Error("an archive is asked for a player who is not there");
  return row;
}

type SavedRow = Parameters<typeof openSaved>[2] & Row;

/** A record for each line of a saved slip, one for favourite numbers. */
function savedEntries({ name, created, ...saved }: NamedSaved, words: GameWords): readonly Entry[] {
  const time = new Date(created);
  if (saved.kind === "numbers") return [{ name, time, picks: saved.picks.items.join(", ") }];
  const { game, lines } = saved.picks;
  return lines.map(({ option, groups, amount }) => {
    const stored = { game, optionId: option, groups, amount: BigInt(amount) };
    const { optionName, picks, betCount: count } = slipLineOf(stored, words);
    return { name, time, game: words.game(game), option: optionName, picks, count, amount: stored.amount };
  });
}

const ACCOUNT: readonly ArchivePart[] = [
  whole("profile", async (from) => {
    const { username, created, status, invite_code: inviteCode } = await profileOf(from);
    return [{ username, number: String(from.playerId), created, status, inviteCode }];
  }),
  whole("consents", async (from) => {
    const { terms_version: version, created } = await profileOf(from);
    return [{ document: "terms", version, time: created }];
  }),
  whole("contacts", async ({ tx, accounts, playerId }) => {
    const contacts = Object.entries(await accounts.contactsOf(tx, playerId));
    return contacts.map(([kind, contact]) => ({ kind, contact }));
  }),
  whole("identity", async ({ tx, identity, playerId }) => {
    const { realName: name, birthDate, state: status } = await identity.known(tx, playerId);
    return [{ name, birthDate, status }];
  }),
  whole("documents", async ({ tx, playerId }) =>
    (await tx.query<{ kind: string; created: Date; erased: Date | null }>(sql.DOCUMENTS, [playerId])).map(
      ({ kind, created: time, erased: ended }) => ({ kind, time, ended }),
    ),
  ),
  whole("logins", async (from) => {
    const row = await profileOf(from);
    const logins = [
      { time: row.last_login_at, address: row.last_login_ip },
      { time: row.previous_login_at, address: row.previous_login_ip },
    ];
    return logins.filter(({ time }) => time !== null);
  }),
  whole("sessions", async ({ tx, playerId }) => {
    const rows = await tx.query<{
      user_agent: string;
      address: string;
      created: Date;
      seen: Date;
      revoked: Date | null;
      signed_in_by: string;
    }>(sql.SESSIONS, [playerId]);
    return rows.map((row) => ({
      time: row.created,
      kind: row.signed_in_by,
      device: row.user_agent,
      address: row.address,
      lastSeen: row.seen,
      ended: row.revoked,
    }));
  }),
  ...DEVICES,
  whole("favourites", async ({ tx, translate, locale, playerId }) => {
    const words = gameWords(translate, locale);
    const rows = await tx.query<{ game: string; created: Date }>(sql.FAVOURITES, [playerId]);
    return rows.map(({ game, created }) => ({ game: words.game(game), time: created }));
  }),
  whole("saved-picks", async ({ tx, vault, translate, locale, playerId }) => {
    const words = gameWords(translate, locale);
    const rows = await tx.query<SavedRow>(sql.SAVED, [playerId]);
    return rows.flatMap((row) => savedEntries(openSaved(vault, playerId, row), words));
  }),
];

interface BetRow extends Row {
  readonly id: bigint;
  readonly accepted_at: Date;
  readonly game: string;
  readonly period_no: string;
  readonly option_id: string;
  readonly groups: string;
  readonly bet_count: number;
  readonly total: bigint;
  readonly numbers: readonly number[] | null;
  readonly payout: bigint;
  readonly refund: bigint;
  readonly status: BetStatus;
}

function betOf(row: BetRow, words: GameWords): Entry {
  const family = findGame(row.game)?.family;
  return {
    number: `B${row.id}`,
    time: row.accepted_at,
    game: words.game(row.game),
    period: row.period_no,
    option: family === undefined ? row.option_id : words.option(family, "option", row.option_id),
    picks: pickedText({ game: row.game, optionId: row.option_id, groups: row.groups }, words),
    count: row.bet_count,
    amount: row.total,
    status: betStateOf(row),
    payout: row.payout,
    refund: row.refund,
    result: row.numbers === null ? null : row.numbers.join(" "),
  };
}

const PLAY: readonly ArchivePart[] = [
  listed<BetRow>("bets", sql.BETS, (row, _, words) => betOf(row, words)),
  ...CHASES,
  whole("limits", async ({ tx, playerId }) => {
    const rows = await tx.query<{
      kind: string;
      span: string;
      amount: bigint | null;
      pending_amount: bigint | null;
      pending_from: Date | null;
      changed: Date;
    }>(sql.LIMITS, [playerId]);
    return rows.map(
      ({ kind, span: window, amount, pending_amount: after, pending_from: from, changed: time }) => ({
        kind,
        window,
        amount,
        time,
        after,
        from,
      }),
    );
  }),
  listed<
    {
      id: bigint;
      kind: string;
      span: string;
      what: string;
      before: bigint | null;
      after: bigint | null;
      at: Date;
    } & Row
  >("limit-changes", sql.LIMIT_CHANGES, ({ kind, span: window, what: change, before, after, at: time }) => ({
    time,
    kind,
    window,
    change,
    before,
    after,
  })),
  listed<{ id: bigint; kind: string; since: Date; until: Date | null } & Row>(
    "breaks",
    sql.BREAKS,
    ({ kind, since: time, until }) => ({ kind, time, until }),
  ),
  whole("care", async ({ tx, playerId }) =>
    (await tx.query<{ scored: Date; score: number; signals: string | null }>(sql.SCORES, [playerId])).map(
      ({ scored: time, score, signals: reason }) => ({ time, score, reason }),
    ),
  ),
];

const MONEY: readonly ArchivePart[] = [
  listed<
    {
      id: bigint;
      type: "recharge" | "withdrawal";
      channel: string;
      status: string;
      amount: bigint;
      fee: bigint;
      created: Date;
      finished: Date | null;
      reason: string | null;
    } & Row
  >(
    "money-orders",
    sql.MONEY_ORDERS,
    ({ id, type: kind, channel, status, amount, fee, created, finished, reason }, { translate, locale }) => ({
      number: `${kind === "recharge" ? "R" : "W"}${id}`,
      time: created,
      kind,
      channel,
      status,
      amount,
      fee,
      finished,
      reason: reason === null ? null : reasonText(translate, locale, reason),
    }),
  ),
  {
    name: "transfers",
    pages: async function* ({ tx, playerId }) {
      const filter = { playerId, codes: null, from: null, to: null };
      for (let before: bigint | null = null, more = true; more;) {
        const rows: Awaited<ReturnType<typeof movementsBetween>> = await movementsBetween(tx, filter, {
          before,
          limit: PAGE,
        });
        yield rows.map(({ time, code, change, cashAfter, reference }) => ({
          time: new Date(time),
          kind: code,
          amount: change,
          balance: cashAfter,
          reference,
        }));
        before = rows.at(-1)?.id ?? null;
        more = rows.length === PAGE;
      }
    },
  },
  whole("addresses", async ({ tx, addresses, playerId }) =>
    (await addresses.own(tx, playerId)).map((address) => ({
      kind: address.kind,
      bank: address.bankName,
      network: address.network,
      number: address.number,
      name: address.realName,
      time: new Date(address.created),
    })),
  ),
  listed<{ id: bigint; amount: bigint; status: string; asked: Date } & Row>(
    "gifts",
    sql.GIFTS,
    ({ amount, status, asked: time }) => ({ time, amount, status }),
  ),
];

const AGENT: readonly ArchivePart[] = [
  whole("team", ({ tx, playerId }) => tx.query<{ level: number; players: number }>(sql.TEAM, [playerId])),
  listed<{ id: bigint; day: string; level: number; turnover: bigint; rate: number; amount: bigint } & Row>(
    "agent-days",
    sql.AGENT_DAYS,
    ({ day, level, turnover, rate, amount }) => ({ day, level, turnover, rate: `${rate / 100} %`, amount }),
  ),
  listed<{ id: bigint; day: string; turnover: bigint } & Row>(
    "turnover",
    sql.TURNOVER,
    ({ day, turnover }) => ({
      day,
      turnover,
    }),
  ),
];

const WORDS: readonly ArchivePart[] = [
  listed<
    {
      id: bigint;
      template: string | null;
      detail: Readonly<Record<string, string>> | null;
      texts: AnnouncementTexts | null;
      created: Date;
      read_at: Date | null;
    } & Row
  >("messages", sql.MESSAGES, ({ template, detail, texts, created, read_at: read }, { wording, locale }) => {
    const { title, body } =
      template === null
        ? wording.ofTexts(texts ?? {}, locale)
        : wording.ofTemplate(template, detail ?? {}, locale);
    return { time: created, title, text: body, read };
  }),
  listed<
    { id: bigint; sender: string; sealed: Buffer | null; picture_id: bigint | null; created: Date } & Row
  >("conversation", sql.LINES, ({ id, sender, sealed, picture_id, created }, { vault, playerId }) => ({
    time: created,
    sender,
    text: sealed === null ? null : openLine(vault, { playerId, id, sealed }),
    picture: picture_id === null ? null : pictureFile(picture_id),
  })),
];

/** Every part, in the order of the page. */
export const ARCHIVE_PARTS: readonly ArchivePart[] = [...ACCOUNT, ...MONEY, ...PLAY, ...WORDS, ...AGENT];

/** The file of a picture. */
export function pictureFile(id: bigint): string {
  return `pictures/${id}.webp`;
}

/** The pictures of the conversation, one at a time. */
export async function* picturesOf({
  tx,
  vault,
  playerId,
}: ArchiveSource): AsyncGenerator<{ readonly name: string; readonly bytes: Buffer }> {
  for (let before = EVERY_ID; ;) {
    const rows: { id: bigint; sealed: Buffer }[] = await tx.query<{ id: bigint; sealed: Buffer }>(
      sql.PICTURES,
      [playerId, before, 1],
    );
    const [row] = rows;
    if (row === undefined) return;
    yield { name: pictureFile(row.id), bytes: openPicture(vault, row) };
    before = row.id;
  }
}
