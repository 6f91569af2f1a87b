import { CALLS, type CallBodyInput, type CallData } from "@lotus/contract";
import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "../../api/query-client.ts";
import { api } from "../../session/api.ts";
import { useSession } from "../../session/session.ts";

export type PushState = CallData<typeof CALLS.push>;
/** What is pushed to this device. */
export type PushChoice = Pick<CallBodyInput<typeof CALLS.pushOn>, "kinds" | "games" | "amounts">;

export const pushQuery = queryOptions({
  queryKey: ["push"],
  queryFn: ({ signal }) => api.call(CALLS.push, {}, { signal, hideErrors: true }),
  staleTime: 60_000,
});

/** Whether this browser can be pushed something at all. */
export function canPush(): boolean {
  return (
    "serviceWorker" in navigator &&
    typeof PushManager === "function" &&
    typeof Notification === "function" &&
    isSecureContext
  );
}

/** Why switching on has failed: the reader or the browser forbids it, or its push service does not answer. */
export type PushFailure = "denied" | "failed";

/** Subscribes this browser, after the reader has allowed it, and tells the server; or says why not. */
export async function switchPushOn(publicKey: string, choice: PushChoice): Promise<PushFailure | null> {
  // The browser asks only in answer to a tap, so nothing may be waited for before.
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const subscription = await subscribed(publicKey).catch(() => null);
  if (subscription === null) return "failed";
  await handIn(subscription, choice);
  return null;
}

/** Changes what is pushed to this device. */
export async function changePush(choice: PushChoice): Promise<void> {
  const { publicKey } = await queryClient.ensureQueryData(pushQuery);
  if (publicKey !== null) await handIn(await subscribed(publicKey), choice);
}

export async function switchPushOff(): Promise<void> {
  queryClient.setQueryData(pushQuery.queryKey, await api.call(CALLS.pushOff, {}));
  await (await known())?.unsubscribe();
}

/**
 * Keeps server and browser of the same mind: hands in an address that has changed, subscribes anew after a change of the
 * key, and drops a subscription that belongs to nobody who is logged in here.
 */
export async function syncPush(): Promise<void> {
  if (!canPush()) return;
  const subscription = await known();
  if (useSession.getState().jwtToken === "") {
    await subscription?.unsubscribe();
    return;
  }
  if (subscription === null || Notification.permission !== "granted") return;
  const { publicKey, device } = await queryClient.fetchQuery({ ...pushQuery, staleTime: 0 });
  if (publicKey === null || device === null) return;
  const current = await subscribed(publicKey);
  const { kinds, games, amounts } = device;
  await handIn(current, { kinds, games, amounts });
}

async function handIn(subscription: PushSubscription, choice: PushChoice): Promise<void> {
  const { endpoint } = subscription;
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  const body = { endpoint, p256dh, auth, ...choice };
  queryClient.setQueryData(pushQuery.queryKey, await api.call(CALLS.pushOn, { body }));
}

async function known(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The browser's subscription with a key; one with an older key is replaced. */
async function subscribed(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.getSubscription();
  if (found !== null && keyOf(found) === publicKey) return found;
  await found?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** The key a browser subscribed with, as the server writes it. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/u, "");
}
