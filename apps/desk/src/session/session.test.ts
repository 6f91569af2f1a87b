import { beforeEach, expect, test, vi } from "vitest";
import type { CallDesk } from "../request/desk-client.ts";
import { DeskError } from "../request/desk-error.ts";
import { createAuthProvider, roleOf } from "./auth-provider.ts";
import { SessionStore } from "./session.ts";

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

test("what is no session is none; an unknown role is no role", () => {
  for (const text of ["", "{", "null", "[]", '{"token":1}', '{"token":"a","name":"b"}']) {
    sessionStorage.setItem("lotus.desk.session", text);
    expect([text, new SessionStore(sessionStorage).get()]).toEqual([text, undefined]);
  }
  const store = new SessionStore(sessionStorage);
  store.set({ ...SESSION, role: "owner" });
  expect(roleOf(store)).toBeUndefined();
});

test("401 and 402 end the session, another refusal does not", async () => {
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

test("signing in keeps token and role; signing out forgets them even when the house is away", async () => {
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
