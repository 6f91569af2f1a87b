import { createPublicKey } from "node:crypto";
import { CALLS } from "@lotus/contract";
import type { Database } from "../../db/database.ts";
import { accept, bind, refuse, refuseEnded, type PlayerCalls } from "../../http/handler.ts";
import type { Vault } from "../../vault/vault.ts";
import { pushStateOf, subscribe } from "../devices.ts";
import * as sql from "../push.sql.ts";
import type { VapidPairs } from "../push-keys.ts";
import { isPushEndpoint, type PushTransport } from "../push-transport.ts";

/** The calls by which a device has something pushed. */
export type PushCalls = PlayerCalls<"push" | "pushOn" | "pushOff">;

export interface PushCallsDeps {
  readonly db: Database;
  readonly vault: Vault;
  /** Null where nothing is pushed. */
  readonly keys: VapidPairs | null;
  readonly transport: PushTransport;
}

/** Makes the calls; each replies with what the session has chosen. */
export function pushCalls({ db, vault, keys, transport }: PushCallsDeps): PushCalls {
  return {
    push: bind(CALLS.push, async (_, { caller }) => accept(await pushStateOf(db, keys, caller.familyId))),
    pushOn: bind(CALLS.pushOn, async ({ body }, { caller, locale }) => {
      if (keys === null) return refuse("PUSH_OFF");
      const { endpoint, p256dh, auth, ...choice } = body;
      // Nothing is asked of an address here: whether anybody is there shows when something is sent.
      if (!isPushEndpoint(endpoint, transport)) return refuse("PUSH_SERVICE_UNKNOWN");
      if (!isPoint(p256dh)) return refuse("PUSH_KEY_INVALID");
      const subscription = { endpoint, p256dh, auth };
      if (!(await subscribe({ db, vault, keys }, caller, { subscription, locale, choice })))
        return refuseEnded("ended");
      return accept(await pushStateOf(db, keys, caller.familyId));
    }),
    pushOff: bind(CALLS.pushOff, async (_, { caller }) => {
      await db.query(sql.FORGET, [caller.familyId]);
      return accept(await pushStateOf(db, keys, caller.familyId));
    }),
  };
}

/** Whether a device's key is a point of P-256: else nothing could be encrypted for it. */
function isPoint(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, "base64url");
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((half) => half.toString("base64url"));
  try {
    createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
    return true;
  } catch {
    return false;
  }
}
