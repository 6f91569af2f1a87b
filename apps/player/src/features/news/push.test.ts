import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { useSession } from "../../session/session.ts";
import { fakeServer, type FakeRequest } from "../../testing/fake-server.ts";
import { syncPush } from "./push.ts";

const CHOICE = { kinds: ["results"], games: ["K3"], amounts: false };
const [OLD, NEW] = ["AQID", "BAUG"] as const;

let requests: FakeRequest[];
let subscription: { key: string; endpoint: string } | null;
let subscribedWith: string[];

/** A subscription as the browser gives it. */
function given({ key, endpoint }: { key: string; endpoint: string }) {
  return {
    endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(key), (each) => each.charCodeAt(0)).buffer },
    toJSON: () => ({ keys: { p256dh: "p", auth: "a" } }),
    unsubscribe: async () => {
      subscription = null;
      return true;
    },
  };
}

const pushManager = {
  getSubscription: async () => (subscription === null ? null : given(subscription)),
  subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
    subscribedWith.push(key);
    subscription = { key, endpoint: `https://push.example/${subscribedWith.length}` };
    return given(subscription);
  },
};

beforeEach(() => {
  queryClient.clear();
  subscribedWith = [];
  subscription = { key: OLD, endpoint: "https://push.example/0" };
  const registration = { pushManager };
  vi.stubGlobal("navigator", {
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  vi.stubGlobal("PushManager", () => undefined);
  vi.stubGlobal(
    "Notification",
    Object.assign(() => undefined, { permission: "granted" }),
  );
  vi.stubGlobal("isSecureContext", true);
  useSession.setState({ accessToken: "token", jwtToken: "jwt" });
});
afterEach(() => vi.unstubAllGlobals());

/** The server's current key, and the key that the device subscribed with as the server knows it. */
function serverWith(publicKey: string | null, deviceKey: string): void {
  const state = { publicKey, device: { ...CHOICE, publicKey: deviceKey } };
  requests = fakeServer({ "GET /api/user/push": { data: state }, "POST /api/user/push": { data: state } });
}

const handedIn = () => requests.filter(({ path }) => path === "POST /api/user/push").map(({ body }) => body);

test("after a change of the server's key the browser subscribes anew, and what was chosen stays chosen", async () => {
  serverWith(NEW, OLD);
  await syncPush();
  expect(subscribedWith).toEqual([NEW]);
  expect(handedIn()).toEqual([{ endpoint: "https://push.example/1", p256dh: "p", auth: "a", ...CHOICE }]);
});

test("with the same key the same subscription is handed in", async () => {
  serverWith(OLD, OLD);
  await syncPush();
  expect(subscribedWith).toEqual([]);
  expect(handedIn()).toMatchObject([{ endpoint: "https://push.example/0" }]);
});

test("a subscription of nobody who is logged in here is dropped, and the server is not asked", async () => {
  serverWith(OLD, OLD);
  useSession.setState({ accessToken: "", jwtToken: "" });
  await syncPush();
  expect(subscription).toBeNull();
  expect(requests).toEqual([]);
});

test("where the server pushes nothing any more, nothing is subscribed", async () => {
  serverWith(null, "");
  await syncPush();
  expect(subscribedWith).toEqual([]);
  expect(handedIn()).toEqual([]);
});
