import * as z from "zod/mini";
import { PASSKEY_KINDS } from "../calls/user/passkeys.ts";
import { time } from "../fields.ts";
import { orderNo, typed } from "../typed-fields.ts";
import { betState, transactionType } from "../records.ts";
import {
  ACTION_REFUSALS,
  between,
  CHANGE_REFUSALS,
  defineDeskCall,
  listOf,
  listQuery,
  reason,
  recordId,
  written,
} from "./desk-call.ts";
import { betRow, ledgerRow, noteRow, playerRecord, playerRow, playerStatus } from "./records.ts";

const params = z.strictObject({ id: recordId });
const playerPasskey = z.object({
  id: z.string(),
  kind: z.enum(PASSKEY_KINDS),
  /** Who keeps it, as "iCloud Keychain"; empty if unknown. */
  provider: z.string(),
  createdAt: time,
  lastUsedAt: z.nullable(time),
  suspended: z.boolean(),
});

const READ_ONE = [...ACTION_REFUSALS, "RECORD_UNKNOWN"] as const;

export const players = defineDeskCall({
  method: "GET",
  path: "/desk/api/players",
  summary:
    "Players, newest first. `q` is the beginning of a username, an id, or a whole phone number, e-mail, card number or " +
    "wallet, which is found by its blind index.",
  auth: "operator",
  action: "player.read",
  rate: "read",
  heavy: true,
  query: z.strictObject({
    q: z.optional(typed(z.maxLength(254))),
    status: z.optional(playerStatus),
    ...listQuery,
  }),
  data: listOf(playerRow),
  refusals: ACTION_REFUSALS,
});

export const player = defineDeskCall({
  method: "GET",
  path: "/desk/api/players/:id",
  summary: "One player, contacts masked.",
  auth: "operator",
  action: "player.read",
  rate: "read",
  heavy: true,
  params,
  data: playerRecord,
  refusals: READ_ONE,
});

export const revealPlayer = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/reveal",
  summary: "Reads a player's contacts and withdrawal addresses in full.",
  auth: "operator",
  action: "player.reveal",
  rate: "money",
  params,
  body: z.strictObject({ reason }),
  data: z.object({
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
    addresses: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(["bank", "wallet"]),
        place: z.string(),
        number: z.string(),
        realName: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: READ_ONE,
});

export const playerLedger = defineDeskCall({
  method: "GET",
  path: "/desk/api/players/:id/ledger",
  summary: "Every movement of a player's cash, newest first.",
  auth: "operator",
  action: "player.read",
  rate: "read",
  heavy: true,
  params,
  query: z.strictObject({ type: z.optional(transactionType), ...between, ...listQuery }),
  data: listOf(ledgerRow),
  refusals: READ_ONE,
});

export const playerBets = defineDeskCall({
  method: "GET",
  path: "/desk/api/players/:id/bets",
  summary: "A player's bets, newest first.",
  auth: "operator",
  action: "player.read",
  rate: "read",
  heavy: true,
  params,
  query: z.strictObject({
    game: z.optional(z.string().check(z.maxLength(12))),
    state: z.optional(betState),
    /** Only the bet with this number. */
    order_no: z.optional(orderNo),
    ...between,
    ...listQuery,
  }),
  data: listOf(betRow),
  refusals: READ_ONE,
});

export const playerSessions = defineDeskCall({
  method: "GET",
  path: "/desk/api/players/:id/sessions",
  summary: "A player's open sessions.",
  auth: "operator",
  action: "player.read",
  rate: "read",
  params,
  data: listOf(
    z.object({
      id: z.string(),
      device: z.string(),
      userAgent: z.string(),
      address: z.string(),
      createdAt: time,
      seenAt: time,
    }),
  ),
  refusals: READ_ONE,
});

export const playerPasskeys = defineDeskCall({
  method: "GET",
  path: "/desk/api/players/:id/passkeys",
  summary: "A player's passkeys, newest first, without the names that the player gave them.",
  auth: "operator",
  action: "player.read",
  rate: "read",
  params,
  data: listOf(playerPasskey),
  refusals: READ_ONE,
});

export const removePlayerPasskey = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/removePasskey",
  summary: "Removes a passkey on the player's request, ends the sessions it opened, and tells the player.",
  auth: "operator",
  action: "player.removePasskey",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ passkey_id: recordId, reason }),
  data: playerRecord,
  refusals: [...CHANGE_REFUSALS, "PLAYER_STATE_REFUSES"],
});

export const playerNotes = defineDeskCall({
  method: "GET",
  path: "/desk/api/players/:id/notes",
  summary: "What operators noted about a player, newest first; players never see it.",
  auth: "operator",
  action: "player.read",
  rate: "read",
  params,
  query: z.strictObject({ ...listQuery }),
  data: listOf(noteRow),
  refusals: READ_ONE,
});

export const notePlayer = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/notes",
  summary: "Notes something about a player.",
  auth: "operator",
  action: "player.note",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ text: written(2_000) }),
  data: noteRow,
  refusals: [...READ_ONE, "IDEMPOTENCY_CONFLICT"],
});

export const lockPlayer = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/lock",
  summary: "Locks a player out: every session ends, no login.",
  auth: "operator",
  action: "player.lock",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: playerRecord,
  refusals: CHANGE_REFUSALS,
});

export const unlockPlayer = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/unlock",
  summary: "Lets a locked player in again.",
  auth: "operator",
  action: "player.unlock",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: playerRecord,
  refusals: CHANGE_REFUSALS,
});

export const unlockAddresses = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/unlockAddresses",
  summary: "Lets a player change withdrawal addresses again, until the next passed withdrawal.",
  auth: "operator",
  action: "player.unlockAddresses",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: playerRecord,
  refusals: [...CHANGE_REFUSALS, "PLAYER_STATE_REFUSES"],
});

export const endPlayerPush = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/endPush",
  summary: "Ends what is pushed to the devices of a player; they can switch it on again.",
  auth: "operator",
  action: "player.endPush",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: playerRecord,
  refusals: CHANGE_REFUSALS,
});

export const endPlayerSessions = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/endSessions",
  summary: "Ends every session of a player.",
  auth: "operator",
  action: "player.endSessions",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: playerRecord,
  refusals: CHANGE_REFUSALS,
});
