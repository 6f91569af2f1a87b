import type { BannerDrawing, CallData, CALLS } from "@lotus/contract";
import type { Locale } from "@lotus/locales";
import type { Database, Queries } from "../db/database.ts";
import type { DoneBy } from "../inbox/inbox.ts";
import * as sql from "./banners.sql.ts";
import { storePublicPicture, readPublicPicture } from "./pictures.ts";
import { remakePicture } from "../http/remake-picture.ts";

/** A banner to be stored. Title and text are plain text. */
export interface NewBanner {
  /** The language it is shown in; null for all. */
  readonly locale: Locale | null;
  readonly title: string;
  readonly words: string;
  /** One of the app's drawings, the bytes of a picture, or the name of a stored one. */
  readonly picture:
    | { readonly drawing: BannerDrawing }
    | { readonly bytes: Buffer }
    | { readonly name: string };
  /** Path of a page of the app; null for none. */
  readonly link: string | null;
  /** Lower ones come first. */
  readonly position: number;
  /** Epoch milliseconds; null for no start and no end. */
  readonly shownFrom: number | null;
  readonly shownTo: number | null;
  /** Hidden until changed. */
  readonly hidden?: boolean;
}

/** A banner of the desk's list. */
export interface BannerRow {
  readonly id: bigint;
  readonly locale: Locale | null;
  readonly title: string;
  readonly words: string;
  readonly drawing: BannerDrawing | null;
  /** Name of a picture, served at /api/app/pictures/<name>. */
  readonly picture: string | null;
  readonly link: string | null;
  readonly position: number;
  readonly shown_from: bigint | null;
  readonly shown_to: bigint | null;
  readonly hidden: boolean;
  readonly operator_id: bigint;
  readonly created: bigint;
}

/** Outcome of storing a banner. */
export type BannerOutcome =
  | { readonly outcome: "done"; readonly id: bigint }
  | { readonly outcome: "not-accepted" | "too-large" | "bad-link" | "unknown" };

/** Banners as managed at the desk. */
export interface DeskBanners {
  /** All banners that are not removed, shown now or not, newest first. */
  list(page: { readonly before: bigint | null; readonly limit: number }): Promise<readonly BannerRow[]>;
  one(id: bigint): Promise<BannerRow | null>;
  /** The bytes of a banner's picture by its name, or null. */
  picture(name: string): Promise<Buffer | null>;
  add(banner: NewBanner, by: DoneBy): Promise<BannerOutcome>;
  change(id: bigint, banner: NewBanner, by: DoneBy): Promise<BannerOutcome>;
  remove(id: bigint, by: DoneBy): Promise<"done" | "unknown">;
}

/** Opens the banners. `changed` is called after each committed change. */
export function openBanners(db: Database, changed: () => void): DeskBanners {
  const store = async (id: bigint | null, banner: NewBanner, by: DoneBy): Promise<BannerOutcome> => {
    if (banner.link !== null && !isPage(banner.link)) return { outcome: "bad-link" };
    const { picture } = banner;
    const made = "bytes" in picture ? await remakePicture(picture.bytes) : null;
    if (made !== null && !made.ok) return { outcome: made.why };
    const outcome = await db.transaction(async (tx): Promise<BannerOutcome> => {
      const name =
        made === null ? ("name" in picture ? picture.name : null) : await storePublicPicture(tx, made);
      const [row] = await write(tx, id, { banner, name, by });
      if (row === undefined) return { outcome: "unknown" };
      await by.within(tx, row.id);
      return { outcome: "done", id: row.id };
    });
    if (outcome.outcome === "done") changed();
    return outcome;
  };
  return {
    list: ({ before, limit }) =>
      db.query<BannerRow & Readonly<Record<string, unknown>>>(sql.ALL, [before, limit]),
    one: async (id) =>
      (await db.query<BannerRow & Readonly<Record<string, unknown>>>(sql.ONE, [id]))[0] ?? null,
    picture: (name) => readPublicPicture(db, name),
    add: (banner, by) => store(null, banner, by),
    change: (id, banner, by) => store(id, banner, by),
    remove: async (id, by) => {
      const removed = await db.transaction(async (tx) => {
        const [row] = await tx.query(sql.REMOVE, [id, by.operatorId]);
        if (row !== undefined) await by.within(tx, id);
        return row !== undefined;
      });
      if (removed) changed();
      return removed ? "done" : "unknown";
    },
  };
}

function write(
  tx: Queries,
  id: bigint | null,
  { banner, name, by }: { readonly banner: NewBanner; readonly name: string | null; readonly by: DoneBy },
): Promise<{ id: bigint }[]> {
  const values = [
    banner.locale,
    banner.title,
    banner.words,
    "drawing" in banner.picture ? banner.picture.drawing : null,
    name,
    banner.link,
    banner.position,
    banner.shownFrom,
    banner.shownTo,
    by.operatorId,
    banner.hidden ?? false,
  ];
  return id === null ? tx.query(sql.ADD, values) : tx.query(sql.CHANGE, [...values, id]);
}

/** A banner may link only to a page of the app. */
function isPage(link: string): boolean {
  return /^\/(?![/\\])[\w\-./?=&%]*$/u.test(link) && link.length <= 300;
}

/** The banners of the home page in a language. */
export async function shownBanners(db: Queries, locale: Locale): Promise<CallData<typeof CALLS.banners>> {
  const rows = await db.query<{
    id: bigint;
    title: string;
    words: string;
    drawing: BannerDrawing | null;
    picture: string | null;
    link: string | null;
  }>(sql.SHOWN, [locale]);
  return rows.map(({ id, picture, ...row }) => ({
    ...row,
    id: String(id),
    picture: picture === null ? null : `/api/app/pictures/${picture}`,
  }));
}
