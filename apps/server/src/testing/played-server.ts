import { EventParser } from "@lotus/client";
import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { Registry } from "prom-client";
import type { Database } from "../db/database.ts";
import { createServer, type Server, type ServerOptions } from "../app.ts";
import type { Deps } from "../deps.ts";
import { openTestDatabase, type TestDatabase } from "./test-database.ts";
import type { TestCluster } from "./test-cluster.ts";
import { makeKeys, readKeys } from "../settings/keys.ts";
import { readSettings } from "../settings/settings.ts";

/** A reply over HTTP. */
export interface Reply<Data = Record<string, unknown>> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}

/** A player of a test, with an access token. */
export interface TestPlayer {
  readonly id: bigint;
  readonly token: string;
  readonly username: string;
}

/** The full server with its own database, called over HTTP. */
export interface PlayedServer {
  readonly base: TestDatabase;
  readonly app: Server;
  readonly url: string;
  /** Another server on the same database and keys, which does not listen. */
  another(): Promise<Server>;
  register(username: string): Promise<TestPlayer>;
  // The test names the type it expects.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  get<Data = Record<string, unknown>>(path: string, options?: CallOptions): Promise<Reply<Data>>;
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  post<Data = Record<string, unknown>>(
    path: string,
    body: object,
    options?: CallOptions,
  ): Promise<Reply<Data>>;
  /** Collects the names and data of the live events of a player until `stop`. */
  listen(player: TestPlayer): Promise<Listening>;
  close(): Promise<void>;
}

/** Caller and options of a call. */
export interface CallOptions {
  readonly player?: TestPlayer;
  readonly language?: string;
  readonly key?: string;
}

/** Events received from a stream. */
export interface Listening {
  /** Waits for the next event of a name and returns its data. */
  next(name: string): Promise<unknown>;
  stop(): void;
}

// All players of a test have one address.
const ITS_OWN = {
  HOST: "127.0.0.1",
  PORT: "0",
  DESK_PORT: "0",
  // The machine may be busy with other tests.
  MAX_LAG_MS: "60000",
  REGISTER_ADDRESS_PER_HOUR: "10000",
  REGISTER_ADDRESS_PER_DAY: "10000",
};

/** Options of the server, and what a test has of its own. */
interface PlayedOptions extends ServerOptions {
  readonly keys?: string;
  /** What stands between the server and its database. */
  readonly through?: (db: Database) => Database;
}

/** Opens a server that listens; `close` it in `afterAll`. */
export async function openPlayedServer(
  environment: Record<string, string> = {},
  cluster?: TestCluster,
  now = () => Date.now(),
  { keys = makeKeys(randomBytes), through = (db) => db, ...options }: PlayedOptions = {},
): Promise<PlayedServer> {
  const base = await openTestDatabase(10, cluster);
  const deps: Deps = {
    settings: readSettings({ ...ITS_OWN, ...environment }, "demo"),
    keys: readKeys(keys),
    db: through(base.db),
    clock: { now },
    entropy: { bytes: randomBytes },
    log: pino({ level: "silent" }),
    metrics: new Registry(),
    node: "test",
  };
  const all = { builtApp: "/nowhere", hashCost: { memoryKiB: 64, passes: 1 }, manualDraws: true, ...options };
  const server = await createServer(deps, all);
  const { playerUrl: url } = await server.listen();
  const send = async <Data>(
    method: string,
    path: string,
    body: object | undefined,
    { player, language = "en-US", key }: CallOptions,
  ): Promise<Reply<Data>> => {
    const reply = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        platform: "h5",
        LANGUAGE: language,
        ...(player === undefined ? {} : { Token: player.token }),
        ...(key === undefined ? {} : { "Idempotency-Key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const read: Omit<Reply<Data>, "status"> = JSON.parse(await reply.text());
    return { status: reply.status, ...read };
  };
  let registered: Promise<unknown> = Promise.resolve();
  const played: PlayedServer = {
    base,
    app: server,
    url,
    another: () => createServer({ ...deps, metrics: new Registry(), node: "another" }, all),
    register: (username) => {
      // One after the other: of the strangers of one network only one waits.
      const made = registered.then(() => register(played.post, username));
      registered = made.catch(() => undefined);
      return made;
    },
    get: (path, options = {}) => send("GET", path, undefined, options),
    post: (path, body, options = {}) => send("POST", path, body, options),
    listen: (player) => listenTo(`${url}/api/stream`, player.token),
    close: async () => {
      await server.close();
      await base.close();
    },
  };
  return played;
}

async function register(post: PlayedServer["post"], username: string): Promise<TestPlayer> {
  const body = {
    username,
    password: "a long enough one",
    password_confirmation: "a long enough one",
    register_device: 1,
    trans_password: "135790",
    birth_date: "1990-12-31",
  };
  const { code, msg, data } = await post<{ token: string }>("/api/user/register", body);
  if (code !== 0) throw new Error(`${username} could not register: ${code} ${msg}`);
  const player = { id: 0n, token: data.token, username };
  const info = await post<{ id: string }>("/api/user/getUserInfo", {}, { player });
  return { ...player, id: BigInt(info.data.id) };
}

async function listenTo(url: string, token: string): Promise<Listening> {
  const stopping = new AbortController();
  const reply = await fetch(url, { headers: { Token: token }, signal: stopping.signal });
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error("the stream has no body");
  const frames: { name: string; data: unknown }[] = [];
  const parser = new EventParser();
  const read = async (): Promise<void> => {
    const { value, done } = await reader.read();
    if (done) throw new Error("the stream ended");
    for (const { event, data } of parser.feed(value)) frames.push({ name: event, data: JSON.parse(data) });
  };
  return {
    next: async (name) => {
      for (;;) {
        const index = frames.findIndex((frame) => frame.name === name);
        if (index !== -1) return frames.splice(index, 1)[0]?.data;
        await read();
      }
    },
    stop: () => stopping.abort(),
  };
}
