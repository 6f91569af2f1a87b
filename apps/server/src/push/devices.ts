import type { CallBody, CallData, CALLS } from "@lotus/contract";
import type { Database, Queries } from "../db/database.ts";
import type { SealedColumn, SealedPlace, Vault } from "../vault/vault.ts";
import * as sql from "./push.sql.ts";
import type { VapidPairs } from "./push-keys.ts";

/** As a browser subscribed: an address at its push service, and the keys with which only it can read. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

type Choice = Pick<CallBody<typeof CALLS.pushOn>, "kinds" | "games" | "amounts">;
type PushState = CallData<typeof CALLS.push>;

/** A session of a player. */
export interface PushSession {
  readonly playerId: bigint;
  readonly familyId: string;
}

const PURPOSE = "push-endpoint";

/** The sealed column of devices, for reencryption. */
export const SEALED_PUSH: readonly SealedColumn[] = [
  {
    table: "push_device",
    key: ["family_id"],
    column: "subscription",
    index: { column: "found_by", purpose: () => PURPOSE, text: endpointOf },
  },
];

/** Opens a sealed subscription of a session. */
export function openSubscription(vault: Vault, familyId: string, sealed: Uint8Array): Subscription {
  // Written by `subscribe` alone.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(vault.open(placeOf(familyId), sealed)) as Subscription;
}

/** What a session has chosen, and the key to subscribe with; without keys nothing is pushed. */
export async function pushStateOf(
  db: Queries,
  keys: VapidPairs | null,
  familyId: string,
): Promise<PushState> {
  if (keys === null) return { publicKey: null, device: null };
  const [row] = await db.query<Choice & { readonly key_version: number }>(sql.DEVICE, [familyId]);
  const { publicKey } = keys.current;
  if (row === undefined) return { publicKey, device: null };
  const { kinds, games, amounts, key_version: version } = row;
  // A key that was taken away is none of the current one's.
  return { publicKey, device: { kinds, games, amounts, publicKey: keys.of(version)?.publicKey ?? "" } };
}

/**
 * Has news pushed to the browser of a session from now on; false if the session has ended meanwhile. A browser belongs to one
 * session: whoever used it before is not told anything there any more.
 */
export function subscribe(
  { db, vault, keys }: { readonly db: Database; readonly vault: Vault; readonly keys: VapidPairs },
  { playerId, familyId }: PushSession,
  {
    subscription,
    locale,
    choice,
  }: { readonly subscription: Subscription; readonly locale: string; readonly choice: Choice },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.query(sql.TAKE_OVER, [vault.blindIndexes(PURPOSE, subscription.endpoint), familyId]);
    const results = choice.kinds.includes("results");
    const written = await tx.query(sql.SUBSCRIBE, [
      familyId,
      playerId,
      vault.seal(placeOf(familyId), JSON.stringify(subscription)),
      vault.blindIndex(PURPOSE, subscription.endpoint),
      locale,
      [...new Set(choice.kinds)],
      results ? [...new Set(choice.games)] : [],
      choice.amounts,
      keys.current.version,
    ]);
    return written.length > 0;
  });
}

function placeOf(familyId: string): SealedPlace {
  return { table: "push_device", column: "subscription", row: familyId };
}

function endpointOf(opened: string): string {
  // As above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (JSON.parse(opened) as Subscription).endpoint;
}
