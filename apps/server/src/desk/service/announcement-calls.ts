import { DESK_CALLS } from "@lotus/contract/desk";
import type { Queries } from "../../db/database.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { Announcement } from "../../inbox/inbox.ts";
import { deskPage } from "../lists.ts";
import { operatorNames } from "../operators/names.ts";
import { nameOf } from "../players/players.ts";
import type { DeskRoom } from "../room.ts";

/** Notices to everybody, messages to some, and the banners of the home screen. */
export function announcementCalls(room: DeskRoom): BoundCall[] {
  const { db, doors } = room;
  return [
    bind(DESK_CALLS.notices, async ({ query }) => {
      const { rows, nextCursor } = await deskPage(query, ({ before, limit }) =>
        doors.inbox.list({ tab: "notice", limit, ...(before === null ? {} : { before }) }),
      );
      return accept({ list: await shown(db, rows), nextCursor });
    }),
    publishCall(room),
    sendCall(room),
    addBannerCall(room),
    removeBannerCall(room),
    bind(DESK_CALLS.banners, async ({ query }) => {
      const { rows, nextCursor } = await deskPage(query, (at) => doors.service.banners.list(at));
      const now = room.house.now();
      const list = rows.map((row) => ({
        id: String(row.id),
        title: row.title,
        language: row.locale,
        picture: row.picture === null ? (row.drawing ?? "") : `/desk/api/banners/pictures/${row.picture}`,
        link: row.link,
        position: row.position,
        shown: Number(row.shown_from ?? 0n) <= now && (row.shown_to === null || now < Number(row.shown_to)),
      }));
      return accept({ list, nextCursor });
    }),
  ];
}

const REFUSALS = {
  "not-accepted": "PICTURE_NOT_ACCEPTED",
  "too-large": "PICTURE_TOO_LARGE",
  "bad-link": "LINK_REFUSED",
} as const;

function addBannerCall({ deeds, doors }: DeskRoom): BoundCall {
  return bind(DESK_CALLS.addBanner, async ({ body }, context) => {
    const { title, words, language, drawing, picture, link, position } = body;
    if ((drawing === undefined) === (picture === undefined)) return refuse("PICTURE_NOT_ACCEPTED");
    const made = await doors.service.banners.add(
      {
        title,
        words,
        link,
        position,
        locale: language === null ? null : doors.localeOf(language),
        picture: drawing === undefined ? { bytes: Buffer.from(picture ?? "", "base64") } : { drawing },
        shownFrom: null,
        shownTo: null,
      },
      {
        operatorId: context.caller.operatorId,
        within: (tx, id) => deeds.write(tx, context, { action: "banner.write", subject: `banner ${id}` }),
      },
    );
    if (made.outcome === "done") return accept({ id: String(made.id) });
    if (made.outcome === "unknown") throw new Error("a new banner is unknown");
    return refuse(REFUSALS[made.outcome], { values: { megabytes: 2 } });
  });
}

function removeBannerCall({ deeds, doors }: DeskRoom): BoundCall {
  return bind(DESK_CALLS.removeBanner, async ({ params }, context) => {
    const deed = {
      action: "banner.write",
      subject: `banner ${params.id}`,
      detail: { removed: true },
    } as const;
    const outcome = await doors.service.banners.remove(BigInt(params.id), {
      operatorId: context.caller.operatorId,
      within: (tx) => deeds.write(tx, context, deed),
    });
    return outcome === "done" ? accept(null) : refuse("RECORD_UNKNOWN");
  });
}

async function shown(db: Queries, rows: readonly Announcement[]) {
  const names = await operatorNames(
    db,
    rows.map((row) => row.operator_id),
  );
  return rows.map((row) => ({
    id: String(row.id),
    texts: { ...row.texts },
    time: Number(row.created),
    operator: names(row.operator_id),
  }));
}

function publishCall({ db, deeds, doors }: DeskRoom): BoundCall {
  return bind(DESK_CALLS.publishNotice, async ({ body }, context) => {
    const { texts } = body;
    const languages = Object.keys(texts);
    const deed = {
      action: "notice.publish",
      subject: "notice",
      detail: { languages: languages.join(" ") },
    } as const;
    const done = await deeds.within(context, deed, (within) =>
      // Written in one language, it is for the readers of that one; in several, for everybody.
      doors.inbox.publishNotice({
        texts,
        locale: languages.length === 1 ? doors.localeOf(languages[0] ?? "") : null,
        by: { operatorId: context.caller.operatorId, within },
      }),
    );
    if ("ok" in done) return done;
    const [newest] = await shown(db, await doors.inbox.list({ tab: "notice", limit: 1 }));
    if (newest === undefined) throw new Error("a notice was published and is not there");
    return accept(newest);
  });
}

function sendCall({ db, deeds, doors }: DeskRoom): BoundCall {
  return bind(DESK_CALLS.sendMessages, async ({ body }, context) => {
    const { to, texts } = body;
    const one = "player_id" in to ? BigInt(to.player_id) : null;
    if (one !== null && (await nameOf(db, one)) === undefined) return refuse("RECORD_UNKNOWN");
    const status = "status" in to ? to.status : undefined;
    if (status === "closed") return refuse("STATE_REFUSES");
    const subject = one === null ? `players ${status ?? ""}` : `player ${one}`;
    let sent = 0;
    const done = await deeds.within(context, { action: "message.send", subject }, async (within) => {
      const result = await doors.inbox.sendToPlayers({
        texts,
        locale: null,
        audience: one === null ? (status === undefined ? {} : { status }) : { playerIds: [one] },
        by: { operatorId: context.caller.operatorId, within },
      });
      sent = result.recipients ?? 0;
    });
    if ("ok" in done) return done;
    return accept({ sent });
  });
}
