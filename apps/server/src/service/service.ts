import type { Locale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import type { Deps } from "../deps.ts";
import type { MakeBuckets } from "../http/house-rates.ts";
import type { PlayerCalls, StreamRoute } from "../http/handler.ts";
import type { SealedColumn, Vault } from "../vault/vault.ts";
import { openBanners, type DeskBanners } from "./banners.ts";
import { bannersCall } from "./calls/banners.ts";
import { conversationCalls } from "./calls/conversation.ts";
import { favouriteCalls } from "./calls/favourites.ts";
import { sendPictureCall } from "./calls/send-picture.ts";
import { Conversations, SEALED_LINES } from "./conversations.ts";
import { openDeskSide, type DeskConversations } from "./desk-side.ts";
import { Pictures, SEALED_PICTURES } from "./pictures.ts";
import { pictureStreams } from "./picture-streams.ts";
import type { ServiceDeps } from "./service-deps.ts";
import { usualWait } from "./usual-wait.ts";

export type { BannerOutcome, BannerRow, DeskBanners, NewBanner } from "./banners.ts";
export type { ConversationState, Line, WrittenLine } from "./conversations.ts";
export type { ConversationPlace, ConversationRow, DeskConversations } from "./desk-side.ts";
export type { DeskPicture, StoredPicture } from "./pictures.ts";
export { PICTURE_TYPE, type RemadePicture } from "../http/remake-picture.ts";
export { openLine } from "./conversations.ts";
export { openPicture } from "./pictures.ts";

/** The encrypted columns of this module, for reencryption. */
export const SEALED_SERVICE: readonly SealedColumn[] = [...SEALED_LINES, ...SEALED_PICTURES];

/** Public API of customer service: conversations, banners and favourites. */
export interface Service {
  readonly calls: PlayerCalls<
    | "serviceConversation"
    | "serviceWrite"
    | "serviceRead"
    | "servicePicture"
    | "banners"
    | "favourites"
    | "setFavourite"
  >;
  /** Routes that serve pictures. */
  readonly streams: readonly StreamRoute[];
  readonly conversations: DeskConversations;
  readonly banners: DeskBanners;
}

/** Options of customer service. */
export interface ServiceOptions {
  readonly translate: Translate;
  readonly vault: Vault;
  /** Makes the buckets of what players may send. */
  readonly buckets: MakeBuckets;
  readonly notify: () => void;
  /** The nearest supported locale of a language tag. */
  readonly localeOf: (tag: string) => Locale;
  /** Told of each text that a player writes, in its transaction, before it can only be read by opening the seal. */
  readonly noteLine: ServiceDeps["noteLine"];
}

/** Opens customer service. */
export function openService(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { translate, vault, buckets, notify, localeOf, noteLine }: ServiceOptions,
): Service {
  const now = (): number => clock.now();
  const pictures = new Pictures(db, vault, buckets);
  const conversations = new Conversations(db, vault, pictures);
  const listeners = new Set<(playerId: bigint) => void>();
  const moduleDeps: ServiceDeps = {
    db,
    conversations,
    usualWait: usualWait(db, now),
    pictures,
    translate,
    localeOf,
    now,
    buckets,
    notify,
    noteLine,
    playerWrote: (playerId) => {
      for (const listener of listeners) listener(playerId);
    },
  };
  const banners = bannersCall(moduleDeps);
  return {
    calls: {
      ...conversationCalls(moduleDeps),
      servicePicture: sendPictureCall(moduleDeps),
      banners: banners.call,
      ...favouriteCalls(moduleDeps),
    },
    streams: pictureStreams(moduleDeps),
    conversations: openDeskSide({ db, conversations, pictures, notify }, listeners),
    banners: openBanners(db, () => banners.forget()),
  };
}
