import { randomBytes } from "node:crypto";
import type { Role } from "@lotus/contract/desk";
import { Secret, TOTP } from "otpauth";
import { pino } from "pino";
import { Registry } from "prom-client";
import { createServer, type Server, type ServerOptions } from "../app.ts";
import { openTestDatabase, type TestDatabase } from "./test-database.ts";
import type { DemoOperator } from "../desk/desk.ts";
import { SHORT_DAY } from "./short-day.ts";
import { GENEROUS_RATES } from "./http-server.ts";
import { makeKeys, readKeys } from "../settings/keys.ts";
import { readSettings } from "../settings/settings.ts";
import type { Environment } from "../settings/environment.ts";

/** A reply of either port. */
export interface Reply {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  // Each test knows the shape of its replies.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
}

/** A server whose two ports are called in this process. */
export interface DeskServer {
  readonly base: TestDatabase;
  readonly app: Server;
  /** Moves the process's clock on, as for the next code of an authenticator. */
  passTime(ms: number): void;
  now(): number;
  desk(method: "GET" | "POST", path: string, token?: string, body?: object, key?: string): Promise<Reply>;
  player(method: "GET" | "POST", path: string, token?: string, body?: object, key?: string): Promise<Reply>;
  codeOf(secret: string): string;
  /** The token of an operator of this role, made and signed in at the first call. */
  as(role: Role, which?: number): Promise<string>;
  /** Signs an operator in, with the next code of their authenticator. */
  signIn(operator: Pick<DemoOperator, "name" | "password" | "totpSecret">): Promise<string>;
  /** A new player, logged in. */
  enrol(username: string): Promise<{ readonly id: bigint; readonly token: string }>;
  close(): Promise<void>;
}

const STEP_MS = 30_000;
// Server and test share a process on a busy machine, so event loop lag is ignored.
const ITS_OWN = {
  HOST: "127.0.0.1",
  PORT: "0",
  DESK_PORT: "0",
  MAX_LAG_MS: "60000",
  // All players of a test have one address.
  REGISTER_ADDRESS_PER_HOUR: "10000",
  REGISTER_ADDRESS_PER_DAY: "10000",
};

/** Another node of a server: its database, and the keys this one has. */
export interface Node {
  readonly base: TestDatabase;
  readonly keys: string;
}

/**
 * Opens a demo server with only its two operators, on its own database or as another node of a server, whose database
 * then stays open when the node is closed. With `elapsed` it checks the database's clock against elapsed time, as in
 * production. `options` replace what else a test needs otherwise.
 */
// The settings of a test server are listed where it is opened.
// oxlint-disable-next-line max-lines-per-function
export async function openDeskServer(
  environment: Environment = {},
  node?: Node,
  elapsed?: () => number,
  options: Pick<ServerOptions, "registers" | "fairness"> = {},
): Promise<DeskServer> {
  const base = node?.base ?? (await openTestDatabase());
  let shift = 0;
  const now = (): number => Date.now() + shift;
  const bytes = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
  const settings = readSettings({ ...ITS_OWN, ...environment }, "demo");
  // Rates hinder tests of everything but rates.
  const setsRates = Object.keys(environment).some((name) => name.startsWith("RATE_"));
  const server = await createServer(
    {
      settings: setsRates ? settings : { ...settings, rates: GENEROUS_RATES },
      keys: readKeys(node?.keys ?? makeKeys(bytes)),
      db: base.db,
      clock: { now, ...(elapsed === undefined ? {} : { elapsed }) },
      entropy: { bytes },
      log: pino({ level: "silent" }),
      metrics: new Registry(),
      node: "test",
    },
    {
      builtApp: "/nowhere",
      builtDesk: "/nowhere",
      hashCost: { memoryKiB: 64, passes: 1 },
      manualDraws: true,
      ...SHORT_DAY,
      ...options,
    },
  );
  const tokens = new Map<string, Promise<string>>();
  const send = async (
    port: "ops" | "player",
    method: "GET" | "POST",
    url: string,
    options: {
      readonly token?: string | undefined;
      readonly body?: object | undefined;
      readonly key?: string | undefined;
    },
  ): Promise<Reply> => {
    const reply = await server[port].inject({
      method,
      url,
      headers: {
        language: "en-US",
        ...(options.token === undefined ? {} : { token: options.token }),
        ...(options.key === undefined ? {} : { "idempotency-key": options.key }),
      },
      ...(options.body === undefined ? {} : { payload: options.body }),
    });
    return { status: reply.statusCode, ...reply.json<Omit<Reply, "status">>() };
  };
  const codeOf = (secret: string): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() });

  async function signIn(name: string, password: string, secret: string): Promise<string> {
    shift += STEP_MS;
    const reply = await send("ops", "POST", "/desk/api/session/signIn", {
      body: { name, password, code: codeOf(secret) },
    });
    if (reply.code !== 0) throw new Error(`${name} was not let in: ${reply.msg}`);
    return reply.data.token;
  }

  async function made(role: Role, which: number): Promise<string> {
    if (role === "admin" && which === 1) {
      const [admin] = await server.desk.demoOperators();
      if (admin === undefined) throw new Error("a demo without operators");
      return await signIn(admin.name, admin.password, admin.totpSecret);
    }
    const operator = await server.desk.makeOperator({
      name: `${role}_${which}`,
      role,
      password: `a password of ${role} ${which}`.replaceAll("_", "-"),
    });
    return await signIn(operator.name, operator.password, operator.totpSecret);
  }

  let enrolled: Promise<unknown> = Promise.resolve();
  const enrol = async (username: string) => {
    const password = "a long enough one";
    const reply = await send("player", "POST", "/api/user/register", {
      body: {
        username,
        password,
        password_confirmation: password,
        register_device: 1,
        trans_password: "135790",
        birth_date: "1990-12-31",
      },
    });
    const info = await send("player", "POST", "/api/user/getUserInfo", {
      token: reply.data.token,
      body: {},
    });
    return { id: BigInt(info.data.id), token: reply.data.token };
  };
  return {
    base,
    app: server,
    now,
    passTime: (ms) => {
      shift += ms;
    },
    desk: (method, path, token, body, key) => send("ops", method, path, { token, body, key }),
    player: (method, path, token, body, key) => send("player", method, path, { token, body, key }),
    codeOf,
    as: (role, which = 1) => {
      const token = tokens.get(role + which) ?? made(role, which);
      tokens.set(role + which, token);
      return token;
    },
    signIn: ({ name, password, totpSecret }) => signIn(name, password, totpSecret),
    enrol: (username) => {
      // One after the other: of the strangers of one network only one waits.
      const made = enrolled.then(() => enrol(username));
      enrolled = made.catch(() => undefined);
      return made;
    },
    close: async () => {
      await server.close();
      if (node === undefined) await base.close();
    },
  };
}
