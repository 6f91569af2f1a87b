import { CALLS } from "@lotus/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { notify, notifySuccess } from "../shell/notify.ts";
import { runtimeWord } from "../i18n/runtime-words.ts";
import { chosenLocale } from "../i18n/i18n.ts";
import { api } from "../session/api.ts";
import { applyRemoteConfig, remoteConfig, recallRemoteConfig } from "./remote-config.ts";
import { request } from "./request.ts";

const toasted = vi.hoisted((): { text: string; icon?: string; durationMs?: number }[] => []);
vi.mock("@lotus/ui", async (original) => ({
  ...(await original<typeof import("@lotus/ui")>()),
  toast: (text: string, options: { icon?: string; durationMs?: number }) =>
    void toasted.push({ text, ...options }),
}));

const DEFAULTS = { ...remoteConfig };

beforeEach(() => {
  toasted.length = 0;
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  applyRemoteConfig(DEFAULTS);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that never responds; requests to it end by timeout. */
function silence() {
  vi.stubGlobal(
    "fetch",
    (_url: string, init: RequestInit) =>
      new Promise((_resolve, reject) =>
        init.signal?.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError"))),
      ),
  );
}

/** How long an attempt takes to fail, in milliseconds. */
async function failsAfter(attempt: Promise<unknown>): Promise<number> {
  const began = Date.now();
  const failed = attempt.then(
    () => Number.NaN,
    () => Date.now() - began,
  );
  await vi.advanceTimersByTimeAsync(120_000);
  return failed;
}

describe("the API's time-out", () => {
  const balance = () => failsAfter(api.call(CALLS.balance, {}));

  test("is 5000 ms", async () => {
    silence();
    expect(await balance()).toBe(5000);
  });

  test("is 60000 ms in the other reading", async () => {
    silence();
    applyRemoteConfig({ apiTimeoutMs: 60_000 });
    expect(await balance()).toBe(60_000);
  });
});

describe("the generic request helper's time-out", () => {
  test("is 60000 ms, and 5000 ms where the server says so", async () => {
    silence();
    expect(await failsAfter(request({ url: "/x" }))).toBe(60_000);
    applyRemoteConfig({ requestTimeoutMs: 5000 });
    expect(await failsAfter(request({ url: "/x" }))).toBe(5000);
  });
});

describe("a toast", () => {
  const fail = async () => {
    vi.stubGlobal("fetch", async () => Response.json({ code: 3013, msg: "odds changed", data: null }));
    await api.call(CALLS.balance, {}).catch(() => undefined);
  };

  test("lasts 1500 ms, with the icon of what it says", () => {
    notify("A page is opening");
    notifySuccess("Copied");
    expect(toasted).toEqual([
      { text: "A page is opening", durationMs: 1500 },
      { text: "Copied", icon: "success", durationMs: 1500 },
    ]);
  });

  test("of an API error lasts 2000 ms, the other reading", async () => {
    await fail();
    expect(toasted).toEqual([{ text: "odds changed", icon: "error", durationMs: 2000 }]);
  });

  test("lasts as long as the server says", async () => {
    applyRemoteConfig({ toastMs: 2000, errorToastMs: 1500 });
    notify("Bound");
    await fail();
    expect(toasted.map(({ durationMs }) => durationMs)).toEqual([2000, 1500]);
  });
});

describe("the fallback of the locale", () => {
  test("is vi-VN for product texts, and en in the other reading", () => {
    expect(chosenLocale("xx-XX")).toBe("vi-VN");
    applyRemoteConfig({ fallbackLocale: "en" });
    expect(chosenLocale("xx-XX")).toBe("en-US");
    // A reader who has chosen no language gets the default, which is not the fallback.
    expect(chosenLocale(undefined)).toBe("vi-VN");
  });

  test("is en for runtime texts, or what the server says", () => {
    expect(runtimeWord("runtime.network", "sw-KE")).toBe("Network error");
    applyRemoteConfig({ runtimeFallbackLocale: "vi-VN" });
    expect(runtimeWord("runtime.network", "sw-KE")).toBe("Lỗi mạng");
  });
});

test("the server's settings apply at the next start before its first response; invalid ones do not", () => {
  applyRemoteConfig({ startTab: 1 });
  expect(remoteConfig.startTab).toBe(1);
  remoteConfig.startTab = 0;
  recallRemoteConfig();
  expect(remoteConfig.startTab).toBe(1);
  localStorage.setItem("lotus.readings", '{"startTab":"2","toastMs":null,"other":1}');
  recallRemoteConfig();
  expect(remoteConfig).toEqual({ ...DEFAULTS, startTab: 1 });
  localStorage.setItem("lotus.readings", "{");
  recallRemoteConfig();
  expect(remoteConfig.startTab).toBe(1);
});

test("with a full storage the server's settings apply all the same", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  applyRemoteConfig({ startTab: 2 });
  expect(remoteConfig.startTab).toBe(2);
  full.mockRestore();
});
