import { CALLS, type CallSpec } from "@lotus/contract";
import { DESK_CALLS, DESK_EXPORTS, DESK_STREAM } from "@lotus/contract/desk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";

/** A port: its calls and their path prefix. */
interface Port {
  readonly name: "player" | "ops";
  readonly calls: readonly CallSpec[];
  /** GET paths besides calls that need a token. */
  readonly files: readonly string[];
}

const PORTS: readonly Port[] = [
  {
    name: "player",
    calls: Object.values<CallSpec>(CALLS),
    files: ["/api/service/pictures/1"],
  },
  {
    name: "ops",
    calls: Object.values<CallSpec>(DESK_CALLS),
    files: [...Object.values(DESK_EXPORTS).map(({ path }) => path), "/desk/api/pictures/1", DESK_STREAM],
  },
];

let server: DeskServer;
let tokens: Readonly<Record<Port["name"], string>>;
beforeAll(async () => {
  server = await openDeskServer({ MAX_LAG_MS: "60000" });
  tokens = { player: (await server.enrol("a_player")).token, ops: await server.as("admin") };
});
afterAll(() => server.close());

const pathOf = ({ path }: Pick<CallSpec, "path">): string => path.replaceAll(/:\w+/gu, "1");
const guarded = ({ auth }: CallSpec): boolean => auth === "player" || auth === "operator";

describe.each(PORTS)("the port of $name", ({ name, calls, files }) => {
  const other = name === "ops" ? "player" : "ops";
  const wanted = [
    ...calls.filter(guarded).map((call) => ({ method: call.method, path: pathOf(call) })),
    ...files.map((path) => ({ method: "GET", path }) as const),
  ];
  const codeOf = async (
    { method, path }: (typeof wanted)[number],
    headers: Readonly<Record<string, string>>,
    query = "",
  ): Promise<number> => {
    const payload = method === "POST" ? { payload: {} } : {};
    const reply = await server.app[name].inject({ method, url: path + query, headers, ...payload });
    return reply.json<{ code: number }>().code;
  };

  test("takes its own token in its header and nowhere else", async () => {
    const own = tokens[name];
    for (const one of wanted) {
      const seen = [
        await codeOf(one, { cookie: `token=${own}; Token=${own}` }),
        await codeOf(one, { authorization: `Bearer ${own}` }),
        await codeOf(one, { "x-token": own }),
        await codeOf(one, {}, `?token=${own}&Token=${own}`),
      ];
      expect([one.path, seen]).toEqual([one.path, [401, 401, 401, 401]]);
    }
    const known = { method: "POST", path: "/desk/api/books/check" } as const;
    const info = { method: "POST", path: "/api/user/getUserInfo" } as const;
    expect(await codeOf(name === "ops" ? known : info, { token: own })).toBe(0);
  });

  test("refuses the other port's tokens on every call", async () => {
    const foreign = tokens[other];
    for (const one of wanted) {
      const seen = [
        await codeOf(one, { token: foreign }),
        await codeOf(one, { cookie: `token=${foreign}`, authorization: `Bearer ${foreign}` }),
        await codeOf(one, {}, `?token=${foreign}`),
      ];
      expect([one.path, seen]).toEqual([one.path, [401, 401, 401]]);
    }
  });

  test("has none of the other port's calls and files", async () => {
    const foreign = PORTS.find((port) => port.name === other);
    const paths = [...(foreign?.calls ?? []).map(pathOf), ...(foreign?.files ?? [])];
    const more =
      other === "ops" ? ["/metrics", "/health/live", "/health/ready", "/desk", "/desk/api/docs"] : [];
    for (const url of [...paths, ...more]) {
      const headers = { token: tokens[other] };
      const [read, sent] = await Promise.all([
        server.app[name].inject({ method: "GET", url, headers }),
        server.app[name].inject({ method: "POST", url, headers, payload: {} }),
      ]);
      expect([url, read.statusCode, [404, 405].includes(sent.statusCode)]).toEqual([url, 404, true]);
    }
  });
});

/** What a page of another site can send without a preflight: no custom headers, and only these content types. */
const SIMPLE_TYPES = [
  "text/plain",
  "text/plain;charset=UTF-8",
  "text/plain; application/json",
  "text/plain; x=application/json",
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded; charset=application/json",
  "multipart/form-data; boundary=application/json",
  undefined,
] as const;
const ELSEWHERE = {
  origin: "https://evil.example",
  referer: "https://evil.example/",
  "sec-fetch-site": "cross-site",
};
const BODIES: Readonly<Record<string, object>> = {
  [CALLS.register.path]: {
    username: "made_by_form",
    password: "a long enough one",
    password_confirmation: "a long enough one",
    register_device: 1,
    trans_password: "135790",
  },
  [CALLS.login.path]: { username: "a_player", password: "a long enough one" },
};

describe("a page of another site", () => {
  const counts = async (): Promise<readonly bigint[]> => {
    const tables = [
      sql`SELECT count(*) AS n FROM player`,
      sql`SELECT count(*) AS n FROM audit_log`,
      sql`SELECT count(*) AS n FROM operator_session`,
      sql`SELECT count(*) AS n FROM service_line`,
    ];
    const rows = await Promise.all(tables.map((table) => server.base.db.query<{ n: bigint }>(table)));
    return rows.map(([row]) => row?.n ?? 0n);
  };

  test("changes nothing by a form or a simple request, with all cookies there could be", async () => {
    const before = await counts();
    for (const { name, calls } of PORTS) {
      const cookie = `token=${tokens[name]}; Token=${tokens[name]}`;
      for (const call of calls.filter(({ method }) => method === "POST")) {
        const payload = JSON.stringify(BODIES[call.path] ?? {});
        // Authentication precedes reading the body, so one content type is enough for calls that need a token.
        for (const type of guarded(call) ? SIMPLE_TYPES.slice(0, 1) : SIMPLE_TYPES) {
          const headers = { ...ELSEWHERE, cookie, ...(type === undefined ? {} : { "content-type": type }) };
          const reply = await server.app[name].inject({
            method: "POST",
            url: pathOf(call),
            headers,
            payload,
          });
          // Calls that need a token refuse; public ones accept JSON only.
          const expected = guarded(call) ? [200, 401] : [415, 9415];
          const { code } = reply.json<{ code: number }>();
          expect([call.path, type, reply.statusCode, code]).toEqual([call.path, type, ...expected]);
        }
      }
    }
    expect(await counts()).toEqual(before);
  });

  test("is told nothing: no port allows another origin, sets a cookie, or answers what may be sent", async () => {
    for (const { name, calls } of PORTS) {
      for (const call of calls) {
        const requests = {
          ...ELSEWHERE,
          "access-control-request-method": call.method,
          "access-control-request-headers": "token,content-type",
        };
        const [preflight, got] = await Promise.all([
          server.app[name].inject({ method: "OPTIONS", url: pathOf(call), headers: requests }),
          server.app[name].inject({ method: call.method, url: pathOf(call), headers: ELSEWHERE }),
        ]);
        expect([call.path, preflight.statusCode]).toEqual([call.path, 405]);
        for (const { headers } of [preflight, got]) {
          expect(Object.keys(headers).filter((key) => /^access-control|^set-cookie/u.test(key))).toEqual([]);
          expect(headers).toMatchObject({
            "content-security-policy":
              "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
            "x-content-type-options": "nosniff",
            "cross-origin-resource-policy": "same-origin",
            "cache-control": "no-store",
          });
        }
      }
    }
  });
});
