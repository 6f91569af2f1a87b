import { beforeEach, expect, test, vi } from "vitest";
import { AppVersion, scriptsOf, followVersions } from "./app-version.ts";

const MINUTE = 60_000;
const page = (script: string) =>
  `<head><script src="/boot.js" data-words='{}' data-app="${script}"></script></head>`;

let now: number;
let served: string | Error;
let requests: number;

beforeEach(() => {
  now = 0;
  served = page("/assets/index-1.js");
  requests = 0;
});

function version(build: { running: string | undefined } = { running: "/assets/index-1.js" }) {
  return new AppVersion({
    ...build,
    now: () => now,
    fetchPage: async () => {
      requests += 1;
      if (served instanceof Error) throw served;
      return served;
    },
  });
}

test("the scripts of a page are its version; a foreign page has none", () => {
  expect(scriptsOf(page("/assets/index-DLMdnjQy.js"))).toBe("/assets/index-DLMdnjQy.js");
  expect(scriptsOf(page("/src/main.tsx"))).toBeUndefined();
  expect(scriptsOf("<h1>Welcome to the hotel</h1>")).toBeUndefined();
});

test("the same page is the latest version; another one is offered until postponed", async () => {
  const app = version();
  const onChange = vi.fn<() => void>();
  app.subscribe(onChange);
  expect(await app.check()).toBe("latest");
  expect(app.isOffered()).toBe(false);
  served = page("/assets/index-2.js");
  expect(await app.check()).toBe("found");
  expect(app.isOffered()).toBe(true);
  app.decline();
  expect(app.isOffered()).toBe(false);
  expect(onChange).toHaveBeenCalledTimes(3);
});

test("a postponed one stays so until the player asks or a newer one comes", async () => {
  const app = version();
  served = page("/assets/index-2.js");
  await app.check();
  app.decline();
  now = 10 * MINUTE;
  await app.checkAgain();
  expect(app.isOffered()).toBe(false);
  served = page("/assets/index-3.js");
  now = 20 * MINUTE;
  await app.checkAgain();
  expect(app.isOffered()).toBe(true);
  app.decline();
  await app.check();
  expect(app.isOffered()).toBe(true);
});

test("an unreachable or foreign page is reported and withdraws no offer", async () => {
  const app = version();
  served = page("/assets/index-2.js");
  await app.check();
  served = new Error("no network");
  expect(await app.check()).toBe("unreachable");
  served = "<h1>Welcome to the hotel</h1>";
  expect(await app.check()).toBe("unreachable");
  expect(app.isOffered()).toBe(true);
});

test("automatic checks are ten minutes apart, and there are none in an app that was not built", async () => {
  const app = version();
  await app.checkAgain();
  now = 10 * MINUTE - 1;
  await app.checkAgain();
  expect(requests).toBe(0);
  now = 10 * MINUTE;
  await app.checkAgain();
  await app.checkAgain();
  expect(requests).toBe(1);
  expect(await version({ running: undefined }).check()).toBe("latest");
  expect(requests).toBe(1);
});

test("returning to the app checks for a new version", async () => {
  const app = version();
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  followVersions(app);
  now = 15 * MINUTE;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(requests).toBe(0);
  visibility.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(requests).toBe(1));
  visibility.mockRestore();
});
