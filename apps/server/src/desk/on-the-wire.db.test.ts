import { connect } from "node:net";
import { CALLS } from "@lotus/contract";
import { DESK_EXPORTS, DESK_STREAM } from "@lotus/contract/desk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";

/** Raw replies of both ports, as behind a proxy with TLS. */
let server: DeskServer;
let ports: Readonly<Record<"player" | "ops", { readonly url: string; readonly token: string }>>;
beforeAll(async () => {
  server = await openDeskServer({
    TRUSTED_PROXIES: "127.0.0.1",
    PUBLIC_URL: "https://play.example",
    DESK_HOSTS: "play.example",
    SECURITY_CONTACT: "mailto:security@play.example, https://play.example/report",
  });
  const { playerUrl, opsUrl } = await server.app.listen();
  ports = {
    player: { url: playerUrl, token: (await server.enrol("a_player")).token },
    ops: { url: opsUrl, token: await server.as("admin") },
  };
});
afterAll(() => server.close());

const BEHIND_TLS = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9", language: "en-US" };

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Writes bytes and reads until the other side closes, or until the first head is complete. */
async function raw(
  port: "player" | "ops",
  request: string,
  until: "closed" | "head" = "closed",
): Promise<string> {
  const { hostname, port: number } = new URL(ports[port].url);
  return await new Promise((resolve, reject) => {
    let got = "";
    const socket = connect(Number(number), hostname, () => socket.write(request));
    socket
      .setTimeout(10_000, () => socket.destroy())
      .on("data", (bytes) => {
        got += bytes.toString("latin1");
        if (until === "head" && got.includes("\r\n\r\n")) socket.destroy();
      })
      .on("close", () => resolve(got))
      .on("error", reject);
  });
}

const lines = (...parts: readonly string[]): string => `${parts.join("\r\n")}\r\n\r\n`;

/** The first reply on a connection. */
function answerIn(text: string): Answer {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...fields] = head.split("\r\n");
  const headers = Object.fromEntries(
    fields.map((field) => {
      const at = field.indexOf(":");
      return [field.slice(0, at).toLowerCase(), field.slice(at + 1).trim()];
    }),
  );
  return { status: Number(first.split(" ")[1]), headers, text: rest.join("\r\n\r\n") };
}

async function sendRaw(
  port: "player" | "ops",
  path: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly until?: "head";
  } = {},
): Promise<Answer> {
  const { method = "GET", headers = {}, body = "", until } = options;
  const all = { host: "play.example", connection: "close", ...BEHIND_TLS, ...headers };
  const fields = Object.entries({
    ...all,
    ...(body === "" ? {} : { "content-length": String(body.length) }),
  });
  const text = await raw(
    port,
    lines(`${method} ${path} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`)) + body,
    until,
  );
  return answerIn(text);
}

const JSON_TYPE = { "content-type": "application/json" };

/** One reply of each kind that a port sends. */
async function answersOf(port: "player" | "ops"): Promise<(readonly [string, Answer])[]> {
  const { token } = ports[port];
  const root = port === "player" ? "/api" : "/desk/api";
  const login = port === "player" ? CALLS.login.path : "/desk/api/session/signIn";
  const kinds: Record<string, Promise<Answer>> = {
    "a page": sendRaw(port, "/"),
    "a page that is not there": sendRaw(port, "/nothing.js"),
    "no such call": sendRaw(port, `${root}/nothing`),
    "a wrong method": sendRaw(port, login),
    "a wrong body": sendRaw(port, login, { method: "POST", headers: JSON_TYPE, body: "{" }),
    "a wrong type": sendRaw(port, login, {
      method: "POST",
      headers: { "content-type": "text/xml" },
      body: "<x/>",
    }),
    "a large body": sendRaw(port, login, { method: "POST", headers: JSON_TYPE, body: " ".repeat(40_000) }),
    "nobody known": sendRaw(port, port === "player" ? "/api/balance" : "/desk/api/session/me"),
    "a call": sendRaw(port, port === "player" ? "/api/balance" : "/desk/api/session/me", {
      headers: { token },
    }),
    "the papers": sendRaw(port, `${root}/docs`),
    "the papers as JSON": sendRaw(port, `${root}/openapi.json`),
    "a picture that is not there": sendRaw(port, `${root}/${port === "player" ? "service/" : ""}pictures/1`, {
      headers: { token },
    }),
    "an unknown expectation": sendRaw(port, "/", { headers: { expect: "a miracle" } }),
    "no host": raw(port, lines("GET / HTTP/1.1", "X-Forwarded-Proto: https", "Connection: close")).then(
      answerIn,
    ),
    "what is no HTTP": raw(port, "NONSENSE\r\n\r\n").then(answerIn),
  };
  if (port === "player") kinds["whom to tell"] = sendRaw(port, "/.well-known/security.txt");
  else {
    for (const path of ["/metrics", "/health/live", "/health/ready"]) kinds[path] = sendRaw(port, path);
    kinds["a file"] = sendRaw(port, DESK_EXPORTS.players.path, { headers: { token } });
    kinds["a file for nobody"] = sendRaw(port, DESK_EXPORTS.players.path);
    kinds["a stream for nobody"] = sendRaw(port, DESK_STREAM);
  }
  return await Promise.all(
    Object.entries(kinds).map(async ([kind, answer]) => [kind, await answer] as const),
  );
}

describe.each(["player", "ops"] as const)("every answer of the port of the %s", (port) => {
  test("declares its content type with charset, and forbids sniffing", async () => {
    for (const [kind, { status, headers }] of await answersOf(port)) {
      expect([kind, status, headers["x-content-type-options"]]).toEqual([kind, status, "nosniff"]);
      const letters =
        /^(?:application\/json|text\/[\w-]+); (?:version=[\d.]+; )?charset=utf-8(?:; .*)?$|^image\/webp$/u;
      expect([kind, headers["content-type"]]).toEqual([kind, expect.stringMatching(letters)]);
    }
  });

  test("forbids frames, foreign base URLs and plug-ins", async () => {
    for (const [kind, { headers }] of await answersOf(port)) {
      const policy = headers["content-security-policy"] ?? "";
      for (const rule of [
        "default-src 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ])
        expect([kind, policy.split("; ")]).toEqual([kind, expect.arrayContaining([rule])]);
      expect([kind, headers["referrer-policy"]]).toEqual([kind, "no-referrer"]);
    }
  });

  test("tells a browser that came over TLS to come over nothing else for two years, its subdomains too", async () => {
    for (const [kind, { headers }] of await answersOf(port)) {
      // Invalid HTTP has no headers that could show TLS; a proxy would not forward it.
      if (kind === "what is no HTTP") continue;
      expect([kind, headers["strict-transport-security"]]).toEqual([
        kind,
        "max-age=63072000; includeSubDomains",
      ]);
    }
  });

  test("sets no cookie, names no software, allows no other site and leads nowhere else", async () => {
    for (const [kind, { status, headers }] of await answersOf(port)) {
      expect([kind, status < 300 || status >= 400]).toEqual([kind, true]);
      const telling = /^(?:set-cookie|server|x-powered-by|via|access-control-.*|location|refresh)$/u;
      expect([kind, Object.keys(headers).filter((name) => telling.test(name))]).toEqual([kind, []]);
    }
  });

  test("over plain HTTP is the same, and sends nobody to another address", async () => {
    const plain = { "x-forwarded-proto": "http" };
    for (const path of ["/", port === "player" ? "/api/balance" : "/desk/api/session/me"]) {
      const { status, headers } = await sendRaw(port, path, { headers: plain });
      expect([path, status < 300 || status >= 400, headers["location"]]).toEqual([path, true, undefined]);
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
  });
});

describe.each(["player", "ops"] as const)("on a connection to the port of the %s", (port) => {
  const path = "/health/live";
  const second = "GET /api/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

  test("requests with ambiguous boundaries are refused", async () => {
    const body = "5\r\nhello\r\n0\r\n\r\n";
    const doubtful: Readonly<Record<string, readonly string[]>> = {
      "both lengths": ["Content-Length: 4", "Transfer-Encoding: chunked"],
      "two lengths": ["Content-Length: 4", "Content-Length: 40"],
      "a list of lengths": ["Content-Length: 4, 40"],
      "a length with a sign": ["Content-Length: +4"],
      "an unknown coding": ["Transfer-Encoding: chunked, identity"],
      "a hidden coding": ["Transfer-Encoding: xchunked"],
      "a blank before the colon": ["Transfer-Encoding : chunked"],
      "a folded line": ["Content-Length:", " 4"],
      "a bare line end": ["X: y\nTransfer-Encoding: chunked"],
    };
    for (const [kind, fields] of Object.entries(doubtful)) {
      const text = await raw(
        port,
        lines(`POST ${path} HTTP/1.1`, "Host: localhost", ...fields) + body + second,
      );
      // The head may have been answered before its body was found invalid; what follows never is.
      expect([kind, text.match(/HTTP\/1\.1 \d+/gu)?.at(-1)]).toEqual([kind, "HTTP/1.1 400"]);
      expect([kind, text]).toEqual([kind, expect.not.stringContaining("HTTP/1.1 404")]);
    }
  });

  test("a chunk whose length lies ends the connection, and what follows is no request", async () => {
    for (const chunk of ["zz\r\nhello\r\n0\r\n\r\n", "5;\nx\r\nhello\r\n0\r\n\r\n", "-1\r\n\r\n"]) {
      const head = lines(`POST ${path} HTTP/1.1`, "Host: localhost", "Transfer-Encoding: chunked");
      const text = await raw(port, head + chunk + second);
      expect([chunk, text]).toEqual([chunk, expect.not.stringContaining("HTTP/1.1 404")]);
    }
  });

  test("TRACE, CONNECT and methods of nobody do nothing and echo nothing", async () => {
    for (const method of ["TRACE", "TRACK", "CONNECT", "PROPFIND", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const { status, text } = await sendRaw(port, "/", { method, headers: { "x-secret": "echo-me" } });
      expect([method, Number.isNaN(status) || status >= 400]).toEqual([method, true]);
      expect(text).not.toContain("echo-me");
    }
  });

  test("no header makes one method another", async () => {
    const { token } = ports[port];
    const [getter, poster] =
      port === "player"
        ? ["/api/balance", CALLS.logout.path]
        : ["/desk/api/session/me", "/desk/api/session/signOut"];
    for (const name of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      const tried = await sendRaw(port, poster, { headers: { token, [name]: "POST" } });
      expect([name, tried.status]).toEqual([name, 405]);
      const reply = await sendRaw(port, `${poster}?_method=POST`, { headers: { token } });
      expect([name, reply.status]).toEqual([name, 405]);
      const still = await sendRaw(port, getter, { headers: { token } });
      expect([name, JSON.parse(still.text).code]).toEqual([name, 0]);
    }
  });

  test("there is no other protocol to change to", async () => {
    for (const protocol of ["websocket", "h2c", "TLS/1.2"]) {
      const { status, headers } = await sendRaw(port, port === "player" ? "/api/stream" : DESK_STREAM, {
        headers: {
          connection: "Upgrade, HTTP2-Settings, close",
          upgrade: protocol,
          "http2-settings": "AAMAAABkAAQCAAAAAAIAAAAA",
          "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
          "sec-websocket-version": "13",
          origin: "https://evil.example",
        },
        until: "head",
      });
      expect([protocol, status === 101, headers["upgrade"]]).toEqual([protocol, false, undefined]);
    }
  });

  test("no path leaves its root: no folder is listed, no file of the tree is served, nothing is decoded twice", async () => {
    for (const tried of [
      "/.git/config",
      "/.git/HEAD",
      "/.env",
      "/package.json",
      "/apps/server/src/main.ts",
      "/assets/",
      "/assets/../../package.json",
      "/..%2f..%2fpackage.json",
      "/%2e%2e/%2e%2e/etc/passwd",
      "/..%252f..%252fetc/passwd",
      "/%252e%252e/package.json",
      "//etc/passwd",
      "/assets/index.js.map",
    ]) {
      const { status, text } = await sendRaw(port, tried);
      expect([tried, status]).toEqual([tried, 404]);
      expect([tried, /root:|"workspaces"|\[core\]|ref: refs|createServer/u.test(text)]).toEqual([
        tried,
        false,
      ]);
    }
  });
});

test("a repeated parameter is refused, in a URL or a header", async () => {
  const { token } = ports.ops;
  const twice = [
    await sendRaw("player", "/api/user/usernameFree?username=first_one&username=second_one"),
    await sendRaw("ops", `${DESK_EXPORTS.players.path}?status=active&status=locked`, { headers: { token } }),
    await sendRaw("ops", "/desk/api/players?page_size=1&page_size=100", { headers: { token } }),
  ];
  expect(twice.map(({ status }) => status)).toEqual([400, 400, 400]);
  const once = await sendRaw("ops", `${DESK_EXPORTS.players.path}?status=active`, { headers: { token } });
  expect(once.status).toBe(200);
  // Two tokens are refused, whichever of them is valid.
  const head = lines(
    "GET /desk/api/session/me HTTP/1.1",
    "Host: localhost",
    `Token: ${token}`,
    `Token: ${"0".repeat(64)}`,
    "Connection: close",
  );
  expect(JSON.parse(answerIn(await raw("ops", head)).text).code).toBe(401);
});

describe("the security contact", () => {
  test("is served where RFC 9116 says, on the players' port only, and is never out of date", async () => {
    const { status, headers, text } = await sendRaw("player", "/.well-known/security.txt");
    expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    const [first, second, expires, languages, canonical, ...more] = text.trimEnd().split("\n");
    expect([first, second]).toEqual([
      "Contact: mailto:security@play.example",
      "Contact: https://play.example/report",
    ]);
    expect([languages, canonical, more]).toEqual([
      "Preferred-Languages: vi, en",
      "Canonical: https://play.example/.well-known/security.txt",
      [],
    ]);
    const expiry = (line: string | undefined): number =>
      Date.parse(/^Expires: (.+Z)$/u.exec(line ?? "")?.[1] ?? "");
    const day = 86_400_000;
    expect(expiry(expires) - server.now()).toBeGreaterThan(80 * day);
    expect(expiry(expires) - server.now()).toBeLessThan(365 * day);
    server.passTime(200 * day);
    const later = await sendRaw("player", "/.well-known/security.txt");
    expect(expiry(later.text.split("\n")[2]) - server.now()).toBeGreaterThan(80 * day);
    server.passTime(-200 * day);
    expect((await sendRaw("ops", "/.well-known/security.txt")).status).toBe(404);
  });

  test("is absent when nobody is named", async () => {
    const other = await openDeskServer();
    const reply = await other.app.player.inject("/.well-known/security.txt");
    expect([reply.statusCode, reply.payload]).toEqual([404, "Not found\n"]);
    await other.close();
  });
});
