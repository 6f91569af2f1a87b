// @vitest-environment node
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, test } from "vitest";
import { shellOf, workerOf } from "./offline-shell.ts";

const ORIGIN = "https://lotus.example";
const page = (entry: string) => `<head><script src="/assets/boot-${entry}.js" data-pages='{}'
    data-words='{"vi-VN":"/assets/words-vi-VN-${entry}.js","fr":"/assets/words-fr-${entry}.js"}'></script>
  <script type="module" crossorigin src="/assets/index-${entry}.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/react-1.js">
  <link rel="stylesheet" crossorigin href="/assets/index-${entry}.css"></head>`;

test("the shell consists of the files named by the page; its version changes with the page and those files", () => {
  const shell = shellOf(page("A"), ["manifest"]);
  expect(shell.files).toEqual([
    "/",
    "/app.webmanifest",
    "/icon.svg",
    "/assets/boot-A.js",
    "/assets/index-A.js",
    "/assets/react-1.js",
    "/assets/index-A.css",
  ]);
  expect(shell.words["fr"]).toBe("/assets/words-fr-A.js");
  const versions = [shell, shellOf(page("B"), ["manifest"]), shellOf(page("A"), ["manifest 2"])];
  expect(new Set(versions.map(({ version }) => version)).size).toBe(3);
  expect(shellOf(page("A"), ["manifest"]).version).toBe(shell.version);
  expect(() => shellOf("<head></head>", [])).toThrow("no files");
});

type Handler = (event: object) => void;

/** What a browser gives a worker, as far as this one uses it. */
function browser() {
  const stored = new Map<string, Map<string, string>>();
  const requests: string[] = [];
  const server = { down: false, status: 200 };
  const answer = async (path: string) => {
    requests.push(path);
    if (server.down) throw new TypeError("no network");
    return { status: server.status, body: `server ${path}` };
  };
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === "string" ? request : request.url, ORIGIN).pathname;
  const open = async (name: string) => {
    const files = stored.get(name) ?? new Map<string, string>();
    stored.set(name, files);
    const add = async (request: string | { url: string }) => {
      const { body } = await answer(pathOf(request));
      files.set(pathOf(request), body);
    };
    return {
      add,
      addAll: (requests: readonly (string | { url: string })[]) => Promise.all(requests.map(add)),
      match: async (path: string) => {
        const body = files.get(path);
        return body === undefined ? undefined : { status: 200, body: `kept ${body}` };
      },
      delete: async (path: string) => files.delete(path),
      keys: async () => [...files.keys()].map((path) => ({ url: ORIGIN + path })),
    };
  };
  const caches = {
    open,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    has: async (name: string) => stored.has(name),
    match: async (wanted: string, { cacheName }: { cacheName: string }) =>
      stored.has(cacheName) ? (await open(cacheName)).match(wanted) : undefined,
  };
  return { stored, requests, server, caches, answer, pathOf };
}

/** Runs the worker of a build in a browser; `send` gives it an event and waits for what it does. */
function worker(at: ReturnType<typeof browser>, entry: string) {
  const handlers = new Map<string, Handler>();
  const location = { origin: ORIGIN };
  runInNewContext(workerOf(shellOf(page(entry), [])), {
    self: {
      location,
      addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
      clients: { claim: async () => undefined },
    },
    caches: at.caches,
    fetch: (request: { url: string }) => at.answer(at.pathOf(request)),
    Request: class {
      url: string;
      constructor(url: string) {
        this.url = url;
      }
    },
    URL,
    // Nothing is ever late here.
    setTimeout: () => 0,
  });
  const happen = async (name: string, event: object = {}) => {
    let done: unknown;
    handlers.get(name)?.({ ...event, waitUntil: (work: unknown) => (done = work) });
    await done;
  };
  return {
    start: async () => {
      await happen("install");
      await happen("activate");
    },
    post: (data: object) => happen("message", { data }),
    /** What a request is answered with; "past" when the worker leaves it to the browser. */
    request: async (path: string, request: { mode?: string; method?: string; origin?: string } = {}) => {
      const { mode = "cors", method = "GET", origin = ORIGIN } = request;
      let reply: unknown = "past";
      handlers.get("fetch")?.({
        request: { url: origin + path, mode, method },
        respondWith: (answer: unknown) => (reply = answer),
      });
      const got = await reply;
      return typeof got === "object" && got !== null && "body" in got ? got.body : got;
    },
  };
}

describe("the worker", () => {
  let at: ReturnType<typeof browser>;
  beforeEach(() => void (at = browser()));

  test("caches the files of the shell and nothing else", async () => {
    await worker(at, "A").start();
    expect(at.requests.toSorted()).toEqual(shellOf(page("A"), []).files.toSorted());
  });

  test("never answers for /api, other origins or anything but GET", async () => {
    const app = worker(at, "A");
    await app.start();
    expect(await app.request("/api/balance")).toBe("past");
    expect(await app.request("/api/docs", { mode: "navigate" })).toBe("past");
    expect(await app.request("/icon.svg", { method: "POST" })).toBe("past");
    expect(await app.request("/icon.svg", { origin: "https://elsewhere.example" })).toBe("past");
    expect(await app.request("/assets/home-1.js")).toBe("past");
    // What looks for a new version must meet the server.
    expect(await app.request("/")).toBe("past");
  });

  test("a page comes from the server, or from the cache if the server is unreachable or down", async () => {
    const app = worker(at, "A");
    await app.start();
    const path = "/pages-sub/game/index";
    expect(await app.request(path, { mode: "navigate" })).toBe(`server ${path}`);
    expect(await app.request("/app.webmanifest")).toBe("server /app.webmanifest");
    // A page of a newer build must not meet an older build's first script.
    expect(await app.request("/assets/boot-A.js")).toBe("kept server /assets/boot-A.js");
    expect(await app.request("/assets/boot-B.js")).toBe("past");
    at.server.status = 503;
    expect(await app.request(path, { mode: "navigate" })).toBe("kept server /");
    at.server.down = true;
    expect(await app.request(path, { mode: "navigate" })).toBe("kept server /");
    expect(await app.request("/app.webmanifest")).toBe("kept server /app.webmanifest");
    expect(await app.request("/assets/index-A.js")).toBe("kept server /assets/index-A.js");
  });

  test("the catalogue last used is cached, and no other", async () => {
    const app = worker(at, "A");
    await app.start();
    await app.post({ words: "fr" });
    await app.post({ words: "vi-VN" });
    await app.post({ words: "xx" });
    at.server.down = true;
    expect(await app.request("/assets/words-vi-VN-A.js")).toBe("kept server /assets/words-vi-VN-A.js");
    await expect(app.request("/assets/words-fr-A.js")).rejects.toThrow("no network");
  });

  test("a new version replaces the old one and keeps the language", async () => {
    const old = worker(at, "A");
    await old.start();
    await old.post({ words: "fr" });
    await worker(at, "B").start();
    expect([...at.stored.keys()]).toEqual([`lotus-shell-${shellOf(page("B"), []).version}`]);
    const paths = [...(at.stored.values().next().value ?? new Map<string, string>()).keys()];
    expect(paths).toContain("/assets/words-fr-B.js");
    expect(paths).not.toContain("/assets/words-vi-VN-B.js");
  });
});
