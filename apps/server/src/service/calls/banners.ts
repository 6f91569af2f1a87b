import { CALLS } from "@lotus/contract";
import { BriefReplies } from "../../http/brief-replies.ts";
import { acceptRaw, bind, type BoundCall } from "../../http/handler.ts";
import { shownBanners } from "../banners.ts";
import type { ServiceDeps } from "../service-deps.ts";

const FRESH_MS = 5_000;

/** Returns the banners of the home page. Call `forget` after a change on this node. */
export function bannersCall({ db, localeOf, now }: ServiceDeps): {
  call: BoundCall<typeof CALLS.banners>;
  forget(): void;
} {
  const replies = new BriefReplies({
    now,
    freshMs: FRESH_MS,
    read: (tag) => shownBanners(db, localeOf(tag)),
  });
  return {
    call: bind(CALLS.banners, async (_request, { locale }) => acceptRaw(await replies.of(localeOf(locale)))),
    forget: () => replies.forget(),
  };
}
