import { CALLS, CODES, type CallSpec } from "@lotus/contract";
import {
  ACTION_NAMES,
  DESK_CALLS,
  DESK_EXPORTS,
  OWN_SESSION,
  ROLES,
  ruleOf,
  type DeskAction,
  type DeskCallSpec,
  type Role,
} from "@lotus/contract/desk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import type { ServedRoute } from "../http/access.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";

/**
 * Every path that the running server lists on either port, requested by every kind of caller: access is compared with
 * the table of actions and with the lists below of public paths.
 */

const PORTS = ["player", "ops"] as const;
type Port = (typeof PORTS)[number];

/** Public paths. A path must be added here deliberately. */
const FOR_ANYBODY: Readonly<Record<Port, readonly string[]>> = {
  player: [
    "GET *",
    "GET /api/app/banners",
    "GET /api/app/config",
    "GET /api/app/notices",
    "GET /api/app/pictures/:id",
    "GET /api/app/wins",
    "GET /api/docs",
    "GET /api/docs/docs.css",
    "GET /api/docs/docs.js",
    "GET /api/lottery/current/:gameCode",
    "GET /api/lottery/fairness",
    "GET /api/lottery/games",
    "GET /api/lottery/history/:gameCode",
    "GET /api/lottery/last/:gameCode",
    "GET /api/lottery/proof/:gameCode/:prizeNo",
    "GET /api/lottery/rule/:gameCode",
    "GET /api/lottery/trend/:gameCode",
    "GET /api/openapi.json",
    // By a ticket that is good once, for a minute.
    "GET /api/user/exportFile/:ticket",
    "GET /api/user/usernameFree",
    "GET /health",
    "GET /health/database",
    "GET /log/*",
    "POST /api/notice/:channelId",
    "POST /api/user/confirmEmail",
    "POST /api/user/forgotPwd",
    "POST /api/user/login",
    "POST /api/user/passkeyLogin",
    "POST /api/user/passkeyLoginOptions",
    "POST /api/user/refreshToken",
    "POST /api/user/register",
    "POST /api/user/resetPwd",
  ],
  ops: [
    "GET *",
    "GET /desk/api/docs",
    "GET /desk/api/docs/docs.css",
    "GET /desk/api/docs/docs.js",
    "GET /desk/api/openapi.json",
    "GET /health/live",
    "GET /health/ready",
    "GET /metrics",
    "POST /desk/api/enrolment/begin",
    "POST /desk/api/enrolment/finish",
    "POST /desk/api/session/signIn",
  ],
};
/** Paths where a player's token is optional. */
const FOR_ANYBODY_OR_PLAYERS = ["GET /api/stream"];
/** What every operator may do, whatever their role. */
const OF_ONES_OWN = new Set([
  "GET /desk/api/session/me",
  "POST /desk/api/session/password",
  "POST /desk/api/session/signOut",
]);
/** The actions of streams and files. */
const STREAMS: Readonly<Record<string, DeskAction>> = {
  "GET /desk/api/stream": "dashboard.read",
  "GET /desk/api/pictures/:id": "conversation.read",
  "GET /desk/api/identities/documents/:id": "identity.read",
  "GET /desk/api/banners/pictures/:name": "banner.read",
  ...Object.fromEntries(Object.values(DESK_EXPORTS).map(({ path, action }) => [`GET ${path}`, action])),
};
/** Paths that end their own session; tested last. */
const ENDING = new Set(["POST /desk/api/session/signOut", "POST /api/user/logout"]);

const IN = "in";
const REFUSALS = new Map<number, string>(
  (["TOKEN_EXPIRED", "SESSION_ENDED", "ACTION_FORBIDDEN", "PASSWORD_CHANGE_NEEDED"] as const).map((name) => [
    CODES[name],
    name,
  ]),
);

type Who =
  | Role
  | "nobody"
  | "a made-up token"
  | "a player"
  | "another player"
  | "a player who left"
  | "an operator with a one-time password"
  | "an operator who is locked out"
  | "an operator who left";

let server: DeskServer;
const urls: Record<Port, string> = { player: "", ops: "" };
const tokens = new Map<Who, string>([["a made-up token", "ab".repeat(32)]]);
let routes: Readonly<Record<Port, readonly ServedRoute[]>>;

beforeAll(async () => {
  server = await openDeskServer();
  const listening = await server.app.listen();
  [urls.player, urls.ops] = [listening.playerUrl, listening.opsUrl];
  routes = server.app.routes;
  for (const role of ROLES) tokens.set(role, await server.as(role, role === "admin" ? 2 : 1));
  tokens.set("a player", (await server.enrol("walks_one")).token);
  tokens.set("another player", (await server.enrol("walks_two")).token);
  const left = await server.enrol("walks_off");
  tokens.set("a player who left", left.token);
  expect((await server.player("POST", "/api/user/logout", left.token)).code).toBe(0);
  const [changing, locked, gone] = [
    await server.as("admin", 3),
    await server.as("admin", 4),
    await server.as("admin", 5),
  ];
  tokens.set("an operator with a one-time password", changing);
  tokens.set("an operator who is locked out", locked);
  tokens.set("an operator who left", gone);
  const { owner } = server.base;
  await owner.query(sql`UPDATE operator SET must_change_password = true WHERE name = 'admin_3'`);
  await owner.query(sql`UPDATE operator SET status = 'locked' WHERE name = 'admin_4'`);
  expect((await server.desk("POST", "/desk/api/session/signOut", gone)).code).toBe(0);
});
afterAll(() => server.close());

const WHO: readonly Who[] = [
  "nobody",
  "a made-up token",
  "a player",
  "another player",
  "a player who left",
  ...ROLES,
  "an operator with a one-time password",
  "an operator who is locked out",
  "an operator who left",
];

const nameOf = ({ method, path }: ServedRoute): string => `${method} ${path}`;

/** The action of a path by the contract, independent of the server. */
function actionOf(name: string): DeskAction {
  if (OF_ONES_OWN.has(name)) return OWN_SESSION;
  const call = Object.values<DeskCallSpec>(DESK_CALLS).find(
    ({ method, path }) => `${method} ${path}` === name,
  );
  const action = STREAMS[name] ?? call?.action;
  if (action === undefined) throw new Error(`${name} is in no list of what operators do`);
  return action;
}

/** The expected reply to a caller at a path. */
function must(port: Port, name: string, who: Who): string {
  if (FOR_ANYBODY[port].includes(name)) return IN;
  const isPlayer = who === "a player" || who === "another player";
  if (port === "player") {
    if (isPlayer || (who === "nobody" && FOR_ANYBODY_OR_PLAYERS.includes(name))) return IN;
    return who === "a player who left" ? "SESSION_ENDED" : "TOKEN_EXPIRED";
  }
  if (who === "an operator who is locked out" || who === "an operator who left") return "SESSION_ENDED";
  const action = actionOf(name);
  if (who === "an operator with a one-time password")
    return action === OWN_SESSION ? IN : "PASSWORD_CHANGE_NEEDED";
  const role = ROLES.find((each) => each === who);
  if (role === undefined) return "TOKEN_EXPIRED";
  return action === OWN_SESSION || ruleOf(action).roles.includes(role) ? IN : "ACTION_FORBIDDEN";
}

/** Whether a path admits a caller, or the name of the refusal. None of the requested subjects exist. */
async function tryRoute(
  port: Port,
  { method, path }: ServedRoute,
  token: string | undefined,
): Promise<string> {
  const stop = new AbortController();
  const url = urls[port] + (path === "*" ? "/" : path.replaceAll(/:\w+/gu, "1"));
  const reply = await fetch(url, {
    method,
    signal: stop.signal,
    headers: {
      ...(token === undefined ? {} : { Token: token }),
      ...(method === "POST" && { "Content-Type": "application/json" }),
    },
    ...(method === "POST" && { body: "{}" }),
  });
  if (reply.headers.get("content-type")?.startsWith("application/json") !== true) {
    stop.abort();
    return IN;
  }
  const body: unknown = await reply.json();
  const code = typeof body === "object" && body !== null && "code" in body ? Number(body.code) : 0;
  return REFUSALS.get(code) ?? IN;
}

describe.each(PORTS)("the port of %s", (port) => {
  test("lists exactly its public paths", () => {
    const open = routes[port].filter(({ access }) => access.auth === "public").map(nameOf);
    expect(open.toSorted()).toEqual(FOR_ANYBODY[port].toSorted());
    const optional = routes[port].filter(({ access }) => access.auth === "optional").map(nameOf);
    expect(optional).toEqual(port === "player" ? FOR_ANYBODY_OR_PLAYERS : []);
    // Tokens of the other port are unknown.
    const foreign = port === "player" ? "operator" : "player";
    expect(routes[port].filter(({ access }) => access.auth === foreign)).toEqual([]);
  });

  test("serves every call of its contract, every stream and file", () => {
    const served = new Set(routes[port].map(nameOf));
    const calls = Object.values<CallSpec>(port === "player" ? CALLS : DESK_CALLS);
    const wanted = calls.map(({ method, path }) => `${method} ${path}`);
    const more = port === "player" ? [] : Object.keys(STREAMS);
    expect([...wanted, ...more].filter((name) => !served.has(name))).toEqual([]);
  });

  test("admits exactly the expected callers on every path", async () => {
    const found: string[] = [];
    const wanted: string[] = [];
    const last = routes[port].filter((route) => ENDING.has(nameOf(route)));
    const all = [...routes[port].filter((route) => !last.includes(route)), ...last];
    for (const route of all) {
      const name = nameOf(route);
      for (const who of WHO) {
        found.push(`${name} · ${who} · ${await tryRoute(port, route, tokens.get(who))}`);
        wanted.push(`${name} · ${who} · ${must(port, name, who)}`);
      }
    }
    expect(found).toEqual(wanted);
    console.log(`${port}: ${all.length} paths × ${WHO.length} people = ${found.length} tries`);
  });
});

test("the actions of the table are all of the desk's, and each is tried", () => {
  const tried = new Set(
    routes.ops.flatMap(({ access }) => (access.auth === "operator" ? [access.action] : [])),
  );
  expect(ACTION_NAMES.filter((action) => !tried.has(action))).toEqual([]);
});
