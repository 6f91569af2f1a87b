import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode } from "../../fields.ts";

/** What is pushed to a device: results of the player's bets, money that has moved, limits and breaks. */
export const PUSH_KINDS = ["results", "money", "limits"] as const;
export type PushKind = (typeof PUSH_KINDS)[number];
const kinds = z.array(z.enum(PUSH_KINDS)).check(z.maxLength(PUSH_KINDS.length));
/** Games of which results are pushed. */
const games = z.array(gameCode).check(z.maxLength(50));

const base64url = (bytes: string) => z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]${bytes}$`, "u")));

const pushState = z.object({
  /** With which the browser subscribes: an uncompressed P-256 point, base64url. Null where nothing is pushed. */
  publicKey: z.nullable(z.string()),
  /** What this session has chosen; null if it is pushed nothing. */
  device: z.nullable(
    z.object({
      kinds: z.array(z.enum(PUSH_KINDS)),
      games: z.array(gameCode),
      amounts: z.boolean(),
      /** The key it subscribed with; if that is not `publicKey`, it has to subscribe anew. */
      publicKey: z.string(),
    }),
  ),
});

export const push = defineCall({
  method: "GET",
  path: "/api/user/push",
  summary: "What is pushed to the device of this session, and the key with which a browser subscribes.",
  auth: "player",
  rate: "read",
  data: pushState,
  refusals: [],
});

export const pushOn = defineCall({
  method: "POST",
  path: "/api/user/push",
  summary:
    "Has results, money and limits pushed to the device of this session, as its browser subscribed; again to change " +
    "what is pushed. It ends with the session.",
  auth: "player",
  rate: "money",
  body: z.strictObject({
    /** Address at the browser's push service. */
    endpoint: z.string().check(z.maxLength(1024), z.regex(/^https:\/\/[\x21-\x7e]+$/u)),
    /** The device's public key: 65 bytes, base64url. */
    p256dh: base64url("{87}"),
    /** The device's secret: 16 bytes, base64url. */
    auth: base64url("{22}"),
    kinds,
    games,
    /** Whether texts name sums; they may be read on a locked screen. */
    amounts: z.boolean(),
  }),
  data: pushState,
  refusals: ["PUSH_OFF", "PUSH_SERVICE_UNKNOWN", "PUSH_KEY_INVALID"],
});

export const pushOff = defineCall({
  method: "POST",
  path: "/api/user/pushOff",
  summary: "Ends what is pushed to the device of this session.",
  auth: "player",
  rate: "read",
  data: pushState,
  refusals: [],
});
