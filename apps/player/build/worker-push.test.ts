import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, test, vi } from "vitest";

const ORIGIN = "https://play.example";
const SOURCE = readFileSync(join(import.meta.dirname, "../worker/sw.js"), "utf8");

interface Window {
  readonly focused: boolean;
  readonly visibilityState: string;
  readonly focus: () => Promise<void>;
  readonly postMessage: (message: unknown) => void;
}

/** Windows of the app on this device. */
let windows: Window[];
const showNotification = vi.fn(async () => undefined);
const openWindow = vi.fn(async () => undefined);
const postMessage = vi.fn();

/** Runs the worker, as built, in a world of its own; returns what dispatches an event to it and waits for it. */
function worker(): (name: string, event: object) => Promise<void> {
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    location: { origin: ORIGIN },
    clients: { matchAll: async () => windows, openWindow },
    registration: { showNotification },
  };
  runInNewContext(`const SHELL = { version: "1", files: [], words: {} };${SOURCE}`, { self, URL });
  return async (name, event) => {
    let done: Promise<unknown> = Promise.resolve();
    listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (done = promise) });
    await done;
  };
}

const window = (focused: boolean): Window => ({
  focused,
  visibilityState: focused ? "visible" : "hidden",
  focus: async () => undefined,
  postMessage,
});
const news = {
  title: "K3 · Draw 0582",
  body: "No win · Drawn: 1 2 3",
  tag: "result K3 1",
  url: "/pages-sub/record/betting?code=K3",
  lang: "en-US",
};
const pushed = { data: { json: () => news } };

beforeEach(() => {
  windows = [];
  vi.clearAllMocks();
});

test("what is pushed is shown as it was written, and replaces what has the same tag", async () => {
  await worker()("push", pushed);
  expect(showNotification).toHaveBeenCalledWith(
    news.title,
    expect.objectContaining({ body: news.body, tag: news.tag, lang: "en-US" }),
  );
});

test("nothing is shown while somebody looks at the app on this device, but if it is in the background", async () => {
  windows = [window(true)];
  await worker()("push", pushed);
  expect(showNotification).not.toHaveBeenCalled();
  windows = [window(false)];
  await worker()("push", pushed);
  expect(showNotification).toHaveBeenCalledTimes(1);
});

test("a tap opens the page in the window of the app, or a new one", async () => {
  const close = vi.fn();
  const notification = { close, data: { url: news.url } };
  await worker()("notificationclick", { notification });
  expect(openWindow).toHaveBeenCalledWith(news.url);
  windows = [window(false)];
  await worker()("notificationclick", { notification });
  expect(openWindow).toHaveBeenCalledTimes(1);
  expect(postMessage).toHaveBeenCalledWith({ open: news.url });
  expect(close).toHaveBeenCalledTimes(2);
});

test.each(["https://evil.example/", "//evil.example/x", "javascript:alert(1)"])(
  "a tap never leads to another site: %s",
  async (url) => {
    await worker()("notificationclick", { notification: { close: () => undefined, data: { url } } });
    expect(openWindow).toHaveBeenCalledWith("/");
  },
);
