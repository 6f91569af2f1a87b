import { beforeEach, expect, test, vi } from "vitest";
import type { CallDesk } from "../api/desk-client.ts";
import { DeskError } from "../api/desk-error.ts";
import { createAuthProvider, roleOf } from "../app/auth-provider.ts";
import { SessionStore, type TabChannel } from "./session.ts";

const SESSION = { token: "t1", name: "an", role: "cashier" };

beforeEach(() => sessionStorage.clear());

test("a session survives a reload of the window and ends for good", () => {
  new SessionStore(sessionStorage).set(SESSION);
  const reloaded = new SessionStore(sessionStorage);
  expect(reloaded.get()).toEqual(SESSION);
  expect(roleOf(reloaded)).toBe("cashier");
  reloaded.drop();
  expect(reloaded.get()).toBeUndefined();
  expect(new SessionStore(sessionStorage).get()).toBeUndefined();
});

test("an invalid session is ignored; so is an unknown role", () => {
  for (const text of ["", "{", "null", "[]", '{"token":1}', '{"token":"a","name":"b"}']) {
    sessionStorage.setItem("lotus.desk.session", text);
    expect([text, new SessionStore(sessionStorage).get()]).toEqual([text, undefined]);
  }
  const store = new SessionStore(sessionStorage);
  store.set({ ...SESSION, role: "owner" });
  expect(roleOf(store)).toBeUndefined();
});

test("401 and 402 end the session, other refusals do not", async () => {
  const store = new SessionStore(sessionStorage);
  const call = vi.fn().mockResolvedValue({}) as unknown as CallDesk;
  const auth = createAuthProvider(store, call);
  store.set(SESSION);
  await auth.checkError(new DeskError(8002, "not in this state", 400));
  expect(store.get()).toEqual(SESSION);
  await expect(auth.checkError(new DeskError(402, "ended", 401))).rejects.toThrow("ended");
  expect(store.get()).toBeUndefined();
  await expect(auth.checkAuth({})).rejects.toThrow("auth_check_error");
});

test("signing in stores token and role; signing out drops them even if the server is unreachable", async () => {
  const store = new SessionStore(sessionStorage);
  const call = vi
    .fn()
    .mockResolvedValueOnce({ token: "t2", operator: { name: "an", role: "risk" } })
    .mockRejectedValueOnce(new Error("away"));
  const auth = createAuthProvider(store, call);
  await auth.login({ name: "an", password: "p", code: "123456" });
  expect(store.get()).toEqual({ token: "t2", name: "an", role: "risk" });
  await auth.logout({});
  expect(call).toHaveBeenCalledTimes(2);
  expect(store.get()).toBeUndefined();
});

/** A broadcast channel of a browser: messages of one tab reach the others asynchronously. */
function browser() {
  const tabs: { onMessage: (data: unknown) => void }[] = [];
  const sent: unknown[] = [];
  return {
    sent,
    open: () => {
      const storage = new Map<string, string>();
      const listeners: ((event: MessageEvent) => void)[] = [];
      const tab = {
        onMessage: (data: unknown) =>
          listeners.forEach((onMessage) => onMessage(new MessageEvent("message", { data }))),
      };
      tabs.push(tab);
      const channel = {
        postMessage: (data: unknown) => {
          sent.push(data);
          for (const other of tabs)
            if (other !== tab) queueMicrotask(() => other.onMessage(structuredClone(data)));
        },
        addEventListener: (_type: string, onMessage: (event: MessageEvent) => void) =>
          void listeners.push(onMessage),
      } as unknown as TabChannel;
      const onEnded = vi.fn();
      const store = new SessionStore(
        {
          getItem: (key: string) => storage.get(key) ?? null,
          setItem: (key: string, value: string) => void storage.set(key, value),
          removeItem: (key: string) => void storage.delete(key),
        } as Storage,
        { channel, onEnded },
      );
      return {
        store,
        storage,
        onEnded,
        auth: createAuthProvider(store, vi.fn().mockResolvedValue({})),
      };
    },
  };
}

test("a new tab of a browser has the session of an open one, and a browser without one has none", async () => {
  const { open } = browser();
  const first = open();
  await expect(first.auth.checkAuth({})).rejects.toThrow("auth_check_error");
  first.store.set(SESSION);
  const second = open();
  await expect(second.auth.checkAuth({})).resolves.toBeUndefined();
  expect(second.store.get()).toEqual(SESSION);
  expect([...second.storage.values()]).toEqual([JSON.stringify(SESSION)]);
});

test("signing out in one tab signs out those of the same session, and no other", async () => {
  const { open } = browser();
  const [first, second, other] = [open(), open(), open()];
  first.store.set(SESSION);
  await second.auth.checkAuth({});
  other.store.set({ ...SESSION, token: "t9" });
  await first.auth.logout({});
  await Promise.resolve();
  expect([first, second, other].map(({ store }) => store.get()?.token)).toEqual([undefined, undefined, "t9"]);
  expect([second.onEnded, other.onEnded].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  expect([...second.storage.values()]).toEqual([]);
  // A session that the server no longer knows is dropped only in the tab that noticed; the others notice themselves.
  await expect(other.auth.checkError(new DeskError(402, "ended", 401))).rejects.toThrow("ended");
});

test("an unrequested session is ignored, and so is an invalid one", async () => {
  const { open, sent } = browser();
  const [tab, stranger] = [open(), open()];
  stranger.store.set(SESSION);
  // Announces its session again without a request, as to a tab that stopped waiting.
  const third = open();
  await third.auth.checkAuth({});
  expect(tab.store.get()).toBeUndefined();
  expect(sent).toEqual([{ ask: true }, { session: JSON.stringify(SESSION) }]);
});
