import type { Locale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import type { Queries } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { faultPoints } from "../fault-points.ts";
import { StartupError } from "../settings/startup-error.ts";
import type { Vault } from "../vault/vault.ts";
import { pushCalls, type PushCalls } from "./calls/push-calls.ts";
import * as sql from "./push.sql.ts";
import { vapidPairs } from "./push-keys.ts";
import { PushSender } from "./push-sender.ts";
import type { PushTransport } from "./push-transport.ts";

export { openSubscription, SEALED_PUSH } from "./devices.ts";
export { queueLimitReached, queueMessages, queueResults, type SettledPeriod } from "./queue-news.ts";
export type { PushTransport } from "./push-transport.ts";

/**
 * Public API of what is pushed to devices. It is queued by `queueMessages`, `queueResults` and `queueLimitReached`, which need
 * only a transaction.
 */
export interface Push {
  readonly calls: PushCalls;
  /** Ends what is pushed to the device of a session. */
  sessionEnded(familyId: string): Promise<void>;
  /** Sends what is due, and returns how much push services have taken; nothing where push is off. */
  send(): Promise<number>;
  /** Queues what only time brings, and forgets what is over. */
  tidy(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** Options of what is pushed. */
export interface PushOptions {
  readonly vault: Vault;
  readonly translate: Translate;
  readonly nameOf: (game: string, locale: Locale) => string;
  /** Replaces push services by the stand-in of a test. */
  readonly transport?: PushTransport | undefined;
}

/** Opens what is pushed; without a key, or where it is switched off, devices are refused and nothing is sent. */
export function openPush(deps: Deps, options: PushOptions): Push {
  const { db, settings, keys } = deps;
  const { vault, translate, nameOf } = options;
  const transport = options.transport ?? { services: settings.push.services };
  if (settings.push.on && keys.vapid === null && !settings.demo)
    throw new StartupError('PUSH is 1, and LOTUS_KEYS has no key "vapid": npm run keys makes one');
  const pairs = settings.push.on && keys.vapid !== null ? vapidPairs(keys.vapid) : null;
  const sender =
    pairs === null
      ? null
      : new PushSender({
          ...deps,
          vault,
          keys: pairs,
          subject: `mailto:${settings.mailFrom}`,
          transport,
          texts: { translate, nameOf, currencySymbol: settings.product.currency.symbol },
          fault: faultPoints(settings.fault),
        });
  return {
    calls: pushCalls({ db, vault, keys: pairs, transport }),
    sessionEnded: async (familyId) => {
      await db.query(sql.FORGET, [familyId]);
    },
    send: async () => (await sender?.send()) ?? 0,
    tidy: async () => sender?.tidy(),
    start: () => sender?.start(),
    stop: async () => sender?.stop(),
  };
}

/** Number of devices of a player to which something is pushed. */
export async function pushDevicesOf(db: Queries, playerId: bigint): Promise<number> {
  const [row] = await db.query<{ devices: number }>(sql.OF_PLAYER, [playerId]);
  return row?.devices ?? 0;
}

/** Ends what is pushed to all devices of a player; returns how many there were. */
export async function endPushOf(tx: Queries, playerId: bigint): Promise<number> {
  return (await tx.query(sql.FORGET_PLAYER, [playerId])).length;
}
