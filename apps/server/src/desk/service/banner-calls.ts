import { BANNER_DRAWINGS, type BannerDrawing } from "@lotus/contract";
import { DESK_CALLS, type BannerRow as ShownBanner } from "@lotus/contract/desk";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { BannerOutcome, BannerRow, NewBanner } from "../../service/service.ts";
import { deskPage } from "../lists.ts";
import type { DeskContext, DeskDeps } from "../desk-deps.ts";

/** Calls about the banners of the players' home page. */
export function bannerCalls(deps: DeskDeps) {
  const { services } = deps;
  return {
    banners: bind(DESK_CALLS.banners, async ({ query }) => {
      const { rows, nextCursor } = await deskPage(query, (at) => services.service.banners.list(at));
      return accept({ list: rows.map((row) => shown(deps, row)), nextCursor });
    }),
    addBanner: addCall(deps),
    changeBanner: changeCall(deps),
    removeBanner: removeCall(deps),
  };
}

function addCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.addBanner> {
  const { services } = deps;
  return bind(DESK_CALLS.addBanner, ({ body }, context) => {
    const { title, words, language, drawing, picture, link, position } = body;
    if ((drawing === undefined) === (picture === undefined)) return refuse("PICTURE_NOT_ACCEPTED");
    return write(deps, context, {
      id: null,
      banner: {
        title,
        words,
        link,
        position,
        locale: language === null ? null : services.localeOf(language),
        picture: pictureOf(drawing, picture) ?? { drawing: "lotus" },
        shownFrom: null,
        shownTo: null,
      },
      detail: { title },
    });
  });
}

function changeCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.changeBanner> {
  const { services } = deps;
  return bind(DESK_CALLS.changeBanner, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    const before = await services.service.banners.one(id);
    if (before === null) return refuse("RECORD_UNKNOWN");
    const { title, words, language, drawing, picture, link, position, hidden } = body;
    if (drawing !== undefined && picture !== undefined) return refuse("PICTURE_NOT_ACCEPTED");
    return write(deps, context, {
      id,
      banner: {
        title: title ?? before.title,
        words: words ?? before.words,
        link: link === undefined ? before.link : link,
        position: position ?? before.position,
        locale:
          language === undefined ? before.locale : language === null ? null : services.localeOf(language),
        picture: pictureOf(drawing, picture) ?? currentPicture(before),
        shownFrom: msOf(before.shown_from),
        shownTo: msOf(before.shown_to),
        hidden: hidden ?? before.hidden,
      },
      // The changed fields, with the new values of the short ones.
      detail: {
        changed: Object.keys(body).join(" "),
        ...(position === undefined ? {} : { position }),
        ...(hidden === undefined ? {} : { hidden }),
        ...(link === undefined ? {} : { link }),
      },
    });
  });
}

const REFUSALS = {
  "not-accepted": "PICTURE_NOT_ACCEPTED",
  "too-large": "PICTURE_TOO_LARGE",
  "bad-link": "LINK_REFUSED",
  unknown: "RECORD_UNKNOWN",
} as const;

interface Writing {
  /** Null for a new banner. */
  readonly id: bigint | null;
  readonly banner: NewBanner;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

async function write(deps: DeskDeps, context: DeskContext, { id, banner, detail }: Writing) {
  const { auditedActions, services } = deps;
  const { banners } = services.service;
  const auditedAction = ({ id: which }: { id: string }) =>
    ({ action: "banner.write", subject: `banner ${which}`, detail }) as const;
  const done = await auditedActions.within<BannerOutcome, { id: string }>(
    context,
    auditedAction,
    (within) => {
      const by = {
        operatorId: context.caller.operatorId,
        within: (tx: Parameters<typeof within>[0], made: bigint) => within(tx, { id: String(made) }),
      };
      return id === null ? banners.add(banner, by) : banners.change(id, banner, by);
    },
  );
  if ("ok" in done) return done;
  if ("result" in done && done.result.outcome !== "done")
    return refuse(REFUSALS[done.result.outcome], { values: { megabytes: 2 } });
  const which =
    "outcome" in done ? BigInt(done.outcome.id) : done.result.outcome === "done" ? done.result.id : null;
  const row = which === null ? null : await banners.one(which);
  // This same click added it before, and it was removed since.
  return row === null ? refuse("RECORD_UNKNOWN") : accept(shown(deps, row));
}

function removeCall({ auditedActions, services }: DeskDeps): BoundCall<typeof DESK_CALLS.removeBanner> {
  return bind(DESK_CALLS.removeBanner, async ({ params }, context) => {
    const auditedAction = {
      action: "banner.write",
      subject: `banner ${params.id}`,
      detail: { removed: true },
    } as const;
    const done = await auditedActions.within(context, auditedAction, (within) =>
      services.service.banners.remove(BigInt(params.id), {
        operatorId: context.caller.operatorId,
        within: (tx) => within(tx),
      }),
    );
    if ("ok" in done) return done;
    return "result" in done && done.result !== "done" ? refuse("RECORD_UNKNOWN") : accept(null);
  });
}

function shown({ config }: Pick<DeskDeps, "config">, row: BannerRow): ShownBanner {
  const now = config.now();
  const due = Number(row.shown_from ?? 0n) <= now && (row.shown_to === null || now < Number(row.shown_to));
  return {
    id: String(row.id),
    title: row.title,
    words: row.words,
    language: row.locale,
    picture: row.picture === null ? (row.drawing ?? "") : `/desk/api/banners/pictures/${row.picture}`,
    link: row.link,
    position: row.position,
    hidden: row.hidden,
    shown: !row.hidden && due,
  };
}

function pictureOf(
  drawing: BannerDrawing | undefined,
  base64: string | undefined,
): NewBanner["picture"] | undefined {
  if (drawing !== undefined) return { drawing };
  return base64 === undefined ? undefined : { bytes: Buffer.from(base64, "base64") };
}

/** The banner's current picture, to be stored again. */
function currentPicture({ picture, drawing }: BannerRow): NewBanner["picture"] {
  if (picture !== null) return { name: picture };
  return { drawing: BANNER_DRAWINGS.find((each) => each === drawing) ?? "lotus" };
}

function msOf(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
