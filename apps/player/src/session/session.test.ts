import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followOtherWindows, persistDeviceId, SESSION_STORAGE_KEY, useSession } from "./session.ts";

const stored = () =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  JSON.parse(localStorage.getItem(SESSION_STORAGE_KEY) ?? "{}").state as Record<string, unknown>;

/** Simulates a write by another window. */
function elsewhere(change: Record<string, unknown> | null) {
  const before = localStorage.getItem(SESSION_STORAGE_KEY);
  const after = change === null ? null : JSON.stringify({ state: { ...stored(), ...change }, version: 1 });
  if (after === null) localStorage.removeItem(SESSION_STORAGE_KEY);
  else localStorage.setItem(SESSION_STORAGE_KEY, after);
  window.dispatchEvent(
    new StorageEvent("storage", { key: SESSION_STORAGE_KEY, oldValue: before, newValue: after }),
  );
}

beforeEach(() => {
  localStorage.clear();
  useSession.getState().logIn({ token: "t1", jwt: "j1" }, "minh");
});

afterEach(() => void vi.restoreAllMocks());

test("login stores both tokens; losing the session clears both and keeps the device and the name", () => {
  const { deviceId } = useSession.getState();
  expect(stored()).toMatchObject({ accessToken: "t1", jwtToken: "j1", username: "minh", deviceId });
  useSession.getState().dropSession();
  expect(stored()).toMatchObject({ accessToken: "", jwtToken: "", username: "minh", deviceId });
});

test("a full storage prevents no login, and old tokens never replace new ones", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  persistDeviceId();
  useSession.getState().logIn({ token: "t2", jwt: "j2" }, "minh");
  useSession.getState().dropAccessToken("t1");
  expect(useSession.getState()).toMatchObject({ accessToken: "t2", jwtToken: "j2" });
  useSession.getState().dropAccessToken("t2");
  expect(useSession.getState()).toMatchObject({ accessToken: "", jwtToken: "j2" });
  vi.restoreAllMocks();
  useSession.getState().renew({ token: "t3", jwt: "j3" });
  expect(stored()).toMatchObject({ accessToken: "t3", jwtToken: "j3" });
});

test("no password is ever part of what is stored", () => {
  expect(Object.keys(stored()).sort()).toEqual([
    "accessToken",
    "deviceId",
    "ended",
    "jwtToken",
    "remember",
    "username",
  ]);
});

test("a 401 for an old token does not drop a newer one, not even one that another window stored", () => {
  useSession.getState().dropAccessToken("t0");
  expect(useSession.getState().accessToken).toBe("t1");
  localStorage.setItem(
    SESSION_STORAGE_KEY,
    JSON.stringify({ state: { ...stored(), accessToken: "t2", jwtToken: "j2" }, version: 1 }),
  );
  useSession.getState().dropAccessToken("t1");
  expect(useSession.getState()).toMatchObject({ accessToken: "t2", jwtToken: "j2" });
  expect(stored()).toMatchObject({ accessToken: "t2", jwtToken: "j2" });
});

test("logging out in one window logs out all", async () => {
  const onLost = vi.fn();
  const stop = followOtherWindows({ onLost, onOtherPlayer: vi.fn() });
  elsewhere({ accessToken: "", jwtToken: "" });
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledTimes(1));
  expect(useSession.getState().isLoggedIn()).toBe(false);
  stop();
});

test("the reason of a session's end is shared by all windows and dropped at the next login", async () => {
  const onLost = vi.fn();
  const stop = followOtherWindows({ onLost, onOtherPlayer: vi.fn() });
  elsewhere({ accessToken: "", jwtToken: "", ended: "password" });
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledTimes(1));
  expect(useSession.getState()).toMatchObject({ ended: "password", loggedOutElsewhere: true });
  useSession.getState().logIn({ token: "t2", jwt: "j2" }, "minh");
  expect(useSession.getState()).toMatchObject({ ended: "", loggedOutElsewhere: false });
  stop();
});

test("a log-out is shown only in the other windows, whichever receives it first", () => {
  const notices = () => {
    const { ended, loggedOutElsewhere } = useSession.getState();
    return { ended, loggedOutElsewhere, shared: stored()["ended"] };
  };
  // The server may refuse this window before it learns of the log-out in the other.
  useSession.getState().dropSession("logout");
  expect(notices()).toEqual({ ended: "", loggedOutElsewhere: true, shared: "" });
  // The window that logs out may be refused before or after its log-out completes.
  useSession.getState().dropSession();
  expect(notices()).toEqual({ ended: "", loggedOutElsewhere: false, shared: "" });
  useSession.getState().dropSession("logout");
  expect(notices()).toEqual({ ended: "", loggedOutElsewhere: false, shared: "" });
});

test("clearing the storage logs out too", async () => {
  const onLost = vi.fn();
  const stop = followOtherWindows({ onLost, onOtherPlayer: vi.fn() });
  elsewhere(null);
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledTimes(1));
  stop();
});

test("tokens renewed elsewhere are adopted silently; another player is detected", async () => {
  const onLost = vi.fn();
  const onOtherPlayer = vi.fn();
  const stop = followOtherWindows({ onLost, onOtherPlayer });
  elsewhere({ accessToken: "t2", jwtToken: "j2" });
  await vi.waitFor(() => expect(useSession.getState().accessToken).toBe("t2"));
  expect(onOtherPlayer).not.toHaveBeenCalled();
  elsewhere({ accessToken: "t3", jwtToken: "j3", username: "lan" });
  await vi.waitFor(() => expect(onOtherPlayer).toHaveBeenCalledTimes(1));
  expect(onLost).not.toHaveBeenCalled();
  stop();
});
