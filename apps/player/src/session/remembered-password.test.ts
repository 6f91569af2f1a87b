// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  canRemember,
  forgetPassword,
  rememberedPassword,
  rememberPassword,
  type StoredPassword,
  type PasswordStore,
} from "./remembered-password.ts";

function memory() {
  let stored: StoredPassword | undefined;
  const store: PasswordStore = {
    put: async (value) => void (stored = value),
    get: async () => stored,
    clear: async () => void (stored = undefined),
  };
  return { store, stored: () => stored };
}

beforeEach(() => {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("indexedDB", {});
});
afterEach(() => void vi.unstubAllGlobals());

test("a remembered password is returned for the same username only", async () => {
  const { store } = memory();
  await rememberPassword("minh", "sen trắng 7", store);
  expect(await rememberedPassword("minh", store)).toBe("sen trắng 7");
  expect(await rememberedPassword("lan", store)).toBeUndefined();
});

test("the password is nowhere in what is stored, and the key cannot be taken out", async () => {
  const { store, stored } = memory();
  await rememberPassword("minh", "correct horse", store);
  const { key, cipher, iv } = stored() ?? {};
  if (key === undefined || cipher === undefined || iv === undefined) throw new Error("nothing stored");
  expect(new TextDecoder("latin1").decode(cipher).includes("correct horse")).toBe(false);
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey("raw", key)).rejects.toThrow();
});

test("a cipher moved to another username does not open", async () => {
  const { store, stored } = memory();
  await rememberPassword("minh", "correct horse", store);
  const before = stored();
  if (before === undefined) throw new Error("nothing stored");
  await store.put({ ...before, username: "lan" });
  expect(await rememberedPassword("lan", store)).toBeUndefined();
});

test("forgetting wipes it", async () => {
  const { store, stored } = memory();
  await rememberPassword("minh", "correct horse", store);
  await forgetPassword(store);
  expect(stored()).toBeUndefined();
});

test("without a secure context nothing is stored, and the page is told so", async () => {
  vi.stubGlobal("isSecureContext", false);
  const { store, stored } = memory();
  expect(canRemember()).toBe(false);
  await rememberPassword("minh", "correct horse", store);
  expect(stored()).toBeUndefined();
});

test("a broken storage behaves like an empty one", async () => {
  const store: PasswordStore = {
    put: async () => undefined,
    get: () => Promise.reject(new Error("broken")),
    clear: () => Promise.reject(new Error("broken")),
  };
  expect(await rememberedPassword("minh", store)).toBeUndefined();
  await expect(forgetPassword(store)).resolves.toBeUndefined();
});
