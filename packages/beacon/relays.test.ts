import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { toHex } from "@lotus/tlog";
import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from "vitest";
import { type BeaconChain, chainHashOf, randomnessOf, roundTime } from "./chain.ts";
import { BeaconRelays, type RelayAnswer } from "./relays.ts";
import { beaconPublicKey, beaconSecretKey, signRound } from "./sign.ts";
import { verifyRound } from "./verify.ts";

const SECRET = beaconSecretKey(new Uint8Array(48).fill(7));
const fields = { publicKey: beaconPublicKey(SECRET), genesisS: 1_700_000_000, periodS: 3 };
const chain: BeaconChain = {
  hash: chainHashOf(fields, { genesisSeed: "00".repeat(32), beaconId: "test" }),
  ...fields,
};
const ROUND = 5;
const SIGNATURE = signRound(SECRET, ROUND);
const OTHER_ROUND = signRound(SECRET, 4);
const OTHER_CHAIN = signRound(beaconSecretKey(new Uint8Array(48).fill(8)), ROUND);

/** The body of a relay's answer, by its signature. */
const answerOf = (signature: Uint8Array, changes: object = {}) =>
  JSON.stringify({
    round: ROUND,
    randomness: toHex(randomnessOf(signature)),
    signature: toHex(signature),
    ...changes,
  });

const reply =
  (body: string | Uint8Array, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

const honest = reply(answerOf(SIGNATURE));
const GZIP = { "content-encoding": "gzip" };

/** Relays by what they do; those that take their time are let go by `release`. */
let servers: Server[];
let waiting: ServerResponse[];
let answers: Map<string, RelayAnswer[]>;
let verified: Mock<typeof verifyRound>;
let now: number;
let requests: string[];

beforeEach(() => {
  [servers, waiting, answers, requests] = [[], [], new Map(), []];
  verified = vi.fn(verifyRound);
  now = roundTime(chain, ROUND);
});
afterEach(async () => {
  await Promise.all(
    servers.map(async (server) => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }),
  );
});

async function start(listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  return `http://127.0.0.1:${address.port}`;
}

/** Relays that behave like this, and how each answered. */
async function relaysOf(listeners: readonly RequestListener[], timeoutMs = 5_000) {
  const urls = await Promise.all(listeners.map(start));
  const relays = new BeaconRelays({
    chain,
    urls,
    fetch,
    verifyRound: verified,
    now: () => now,
    timeoutMs,
    onAnswer: (url, answer) => answers.set(url, [...(answers.get(url) ?? []), answer]),
  });
  return { relays, answered: () => urls.map((url) => answers.get(url)?.join() ?? "") };
}

describe("a round", () => {
  test("is read from an honest relay and verified once, however often it is asked for", async () => {
    const { relays, answered } = await relaysOf([honest, honest]);
    expect(await Promise.all([relays.round(ROUND), relays.round(ROUND)])).toEqual([SIGNATURE, SIGNATURE]);
    expect(await relays.round(ROUND)).toEqual(SIGNATURE);
    await vi.waitFor(() => expect(answered()).toEqual(["valid", "valid"]));
    expect(requests).toEqual([`/${chain.hash}/public/5`, `/${chain.hash}/public/5`]);
    expect(verified).toHaveBeenCalledTimes(1);
  });

  test("is read from the one honest relay among others, without waiting for slow ones", async () => {
    const slow: RequestListener = (_request, response) => waiting.push(response);
    const { relays, answered } = await relaysOf([
      slow,
      reply("garbage"),
      reply("down", 500),
      reply(answerOf(OTHER_CHAIN)),
      honest,
    ]);
    expect(await relays.round(ROUND)).toEqual(SIGNATURE);
    for (const response of waiting) response.end(answerOf(SIGNATURE));
    await vi.waitFor(() => expect(answered()).toEqual(["valid", "wrong", "unreachable", "wrong", "valid"]));
  });

  test("is not asked for before its time", async () => {
    const { relays } = await relaysOf([honest]);
    now -= 1;
    expect(await relays.round(ROUND)).toBeNull();
    for (const round of [0, -1, 1.5, Number.NaN]) expect(await relays.round(round)).toBeNull();
    expect(requests).toEqual([]);
    now += 1;
    expect(await relays.round(ROUND)).toEqual(SIGNATURE);
  });

  test("that no relay had is asked for again", async () => {
    let status = 425;
    const { relays, answered } = await relaysOf([
      (_request, response) => response.writeHead(status).end(answerOf(SIGNATURE)),
    ]);
    expect(await relays.round(ROUND)).toBeNull();
    status = 200;
    expect(await relays.round(ROUND)).toEqual(SIGNATURE);
    expect(answered()).toEqual(["late,valid"]);
  });

  test("does not exist without relays", async () => {
    const { relays } = await relaysOf([]);
    expect(await relays.round(ROUND)).toBeNull();
  });
});

describe("a valid signature is the round, whatever stands beside it:", () => {
  const text = answerOf(SIGNATURE);
  test.each<[string, RequestListener]>([
    ["no randomness", reply(answerOf(SIGNATURE, { randomness: undefined }))],
    ["randomness of something else", reply(answerOf(SIGNATURE, { randomness: "00".repeat(32) }))],
    ["capitals", reply(answerOf(SIGNATURE, { signature: toHex(SIGNATURE).toUpperCase() }))],
    ["nothing else", reply(JSON.stringify({ signature: toHex(SIGNATURE) }))],
    ["the round as text", reply(answerOf(SIGNATURE, { round: String(ROUND) }))],
    ["the round of a cache", reply(answerOf(SIGNATURE, { round: 4 }))],
    ["a signature before it", reply(answerOf(SIGNATURE, { previous_signature: "ab".repeat(96) }))],
    ["fields of a newer release", reply(answerOf(SIGNATURE, { metadata: { node: 3 }, time: 1.5 }))],
    ["spaces and lines", reply(`\r\n\t${JSON.stringify(JSON.parse(text), null, 4)}\n\n`)],
    ["spaces in the hex", reply(answerOf(SIGNATURE, { signature: ` ${toHex(SIGNATURE)}\n` }))],
    ["a mark of the order of bytes", reply(`\uFEFF${text}`)],
    ["a gzip", reply(gzipSync(text), 200, GZIP)],
    ["another type", reply(text, 200, { "content-type": "text/html" })],
    ["a proxy's status", reply(text, 203)],
  ])("%s", async (_name, listener) => {
    const { relays, answered } = await relaysOf([listener]);
    expect(await relays.round(ROUND)).toEqual(SIGNATURE);
    expect(answered()).toEqual(["valid"]);
  });

  test.each([301, 302, 303, 307, 308])("a redirect of status %s", async (status) => {
    const elsewhere = await start(honest);
    const { relays, answered } = await relaysOf([reply("", status, { location: `${elsewhere}/moved` })]);
    expect(await relays.round(ROUND)).toEqual(SIGNATURE);
    expect(answered()).toEqual(["valid"]);
  });

  test.each([
    [3, "valid"],
    [4, "unreachable"],
  ])("%i redirects in a row are %s", async (most, answer) => {
    let redirects = 0;
    const { relays, answered } = await relaysOf([
      (request, response) => {
        if (redirects >= most) return honest(request, response);
        redirects += 1;
        response.writeHead(302, { location: `/again/${redirects}` }).end();
      },
    ]);
    await relays.round(ROUND);
    expect(answered()).toEqual([answer]);
  });

  test("no redirect leaves TLS", async () => {
    const asked: string[] = [];
    const relays = new BeaconRelays({
      chain,
      urls: ["https://relay.example"],
      fetch: async (url) => {
        asked.push(url instanceof Request ? url.url : url.toString());
        return new Response("", { status: 302, headers: { location: "http://relay.example/plain" } });
      },
      verifyRound,
      now: () => now,
      timeoutMs: 1_000,
    });
    expect(await relays.round(ROUND)).toBeNull();
    expect(asked).toEqual([`https://relay.example/${chain.hash}/public/5`]);
  });
});

describe("an answer that is not the round", () => {
  test.each<[string, RequestListener, RelayAnswer]>([
    ["not there yet", reply("{}", 425), "late"],
    ["unknown", reply("{}", 404), "late"],
    ["HTML", reply("<!doctype html><title>Sign in</title>", 200, { "content-type": "text/html" }), "wrong"],
    ["empty", reply(""), "wrong"],
    ["null", reply("null"), "wrong"],
    ["not UTF-8", reply(Uint8Array.of(0xff, 0xfe)), "wrong"],
    ["without a signature", reply(answerOf(SIGNATURE, { signature: undefined })), "wrong"],
    ["not hex", reply(answerOf(SIGNATURE, { signature: `0x${toHex(SIGNATURE).slice(2)}` })), "wrong"],
    ["too short", reply(answerOf(SIGNATURE.slice(1))), "wrong"],
    ["huge", reply(answerOf(SIGNATURE, { padding: "x".repeat(5_000) })), "wrong"],
    [
      "huge once it is unpacked",
      reply(gzipSync(answerOf(SIGNATURE, { padding: "x".repeat(1e6) })), 200, GZIP),
      "wrong",
    ],
    ["not packed as it says", reply(answerOf(SIGNATURE), 200, GZIP), "unreachable"],
    ["refused", reply("no", 403), "wrong"],
    ["too many questions", reply(answerOf(SIGNATURE), 429), "unreachable"],
    ["an error", reply(answerOf(SIGNATURE), 503), "unreachable"],
    ["a redirect to nowhere", reply("", 302), "unreachable"],
    ["a redirect to another scheme", reply("", 302, { location: "data:application/json,{}" }), "unreachable"],
    ["a redirect to a file", reply("", 302, { location: "file:///etc/passwd" }), "unreachable"],
    [
      "a redirect into a network",
      reply("", 302, { location: "http://169.254.169.254/latest" }),
      "unreachable",
    ],
    ["a redirect to this machine", reply("", 302, { location: "http://[::1]:9/" }), "unreachable"],
    ["a redirect to a name within", reply("", 302, { location: "http://vault.internal./" }), "unreachable"],
    ["a closed connection", (_request, response) => response.destroy(), "unreachable"],
    [
      "cut off",
      (_request, response) => {
        response.writeHead(200, { "content-length": "1000" }).write("{");
        response.destroy();
      },
      "unreachable",
    ],
  ])("is refused unverified: %s", async (_name, listener, answer) => {
    const { relays, answered } = await relaysOf([listener]);
    expect(await relays.round(ROUND)).toBeNull();
    expect(answered()).toEqual([answer]);
    expect(requests).toHaveLength(1);
    expect(verified).not.toHaveBeenCalled();
  });

  test.each([
    ["of another round", OTHER_ROUND],
    ["of another chain", OTHER_CHAIN],
    ["no point of the curve", new Uint8Array(48).fill(0xff)],
    ["zeros", new Uint8Array(48)],
    ["the point at infinity", new Uint8Array(48).with(0, 0xc0)],
  ])("is verified once and refused: %s", async (_name, signature) => {
    const { relays, answered } = await relaysOf([reply(answerOf(signature))]);
    expect(await relays.round(ROUND)).toBeNull();
    expect(await relays.round(ROUND)).toBeNull();
    expect(answered()).toEqual(["wrong,wrong"]);
    expect(verified).toHaveBeenCalledTimes(1);
  });

  test.each<[string, RequestListener]>([
    ["never begins", () => undefined],
    ["never ends", (_request, response) => void response.writeHead(200).write(answerOf(SIGNATURE))],
  ])("is given up when it %s", async (_name, listener) => {
    const { relays, answered } = await relaysOf([listener], 50);
    expect(await relays.round(ROUND)).toBeNull();
    expect(answered()).toEqual(["unreachable"]);
  });

  test("is nothing if no server is there", async () => {
    const { relays, answered } = await relaysOf([honest]);
    const [server] = servers;
    await new Promise((resolve) => server?.close(resolve));
    expect(await relays.round(ROUND)).toBeNull();
    expect(answered()).toEqual(["unreachable"]);
  });
});

describe("a signature from anybody", () => {
  test("is valid for its round alone", async () => {
    const { relays } = await relaysOf([]);
    expect(relays.isValid(ROUND, SIGNATURE)).toBe(true);
    expect(relays.isValid(ROUND, OTHER_ROUND)).toBe(false);
    expect(relays.isValid(4, SIGNATURE)).toBe(false);
    expect(relays.isValid(ROUND, SIGNATURE.slice(1))).toBe(false);
    expect(relays.isValid(0, SIGNATURE)).toBe(false);
    // A verified round is known from then on, and nothing else can be its signature.
    expect(verified).toHaveBeenCalledTimes(2);
    expect(await relays.round(ROUND)).toEqual(SIGNATURE);
  });
});

test.each(["ftp://relay.example", "data:,x", "relay.example", "http://relay.example/?x=1"])(
  "refuses the address %s",
  async (url) => {
    const options = { chain, fetch, verifyRound, now: () => now, timeoutMs: 1 };
    expect(() => new BeaconRelays({ ...options, urls: [url] })).toThrow(RangeError);
  },
);
