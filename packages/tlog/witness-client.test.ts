import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toBase64 } from "./bytes.ts";
import { formatCheckpoint } from "./checkpoint.ts";
import { cosign, cosignerKey } from "./cosignature.ts";
import { formatNote, formatSignature, signNote, verifierKey } from "./signed-note.ts";
import { publicKeyOf } from "./testing/keys.ts";
import { WitnessClient } from "./witness-client.ts";

const WITNESS = { name: "w.example", secretKey: new Uint8Array(32).fill(9) };
const STRANGER = { name: "w.example", secretKey: new Uint8Array(32).fill(8) };
const LOG = { name: "log.example", secretKey: new Uint8Array(32).fill(1) };
const TIME_S = 1_700_000_000;

/** A checkpoint of this size, whose root says its size. */
function checkpointOf(size: number) {
  const root = new Uint8Array(32).fill(size);
  const body = formatCheckpoint({ origin: LOG.name, size, root });
  const checkpoint = formatNote({ body, signatures: [signNote(body, LOG.name, LOG.secretKey)] });
  return { submitted: { checkpoint, size, root }, body };
}

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
}

/** The witness answers each request with the next of these, and the last one for good. */
let replies: Reply[];
let requests: string[];
let proofs: number[];
let server: Server;
let client: WitnessClient;
let url: string;

const proofFrom = async (older: number) => {
  proofs.push(older);
  return [new Uint8Array(32).fill(older)];
};
const lineOf = (size: number, by = WITNESS) => formatSignature(cosign(checkpointOf(size).body, by, TIME_S));
const conflict = (size: string, type = "text/x.tlog.size"): Reply => ({ status: 409, type, body: size });
const open = () =>
  new WitnessClient({ key: cosignerKey(WITNESS.name, WITNESS.secretKey), url, fetch, timeoutMs: 5_000 });

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  requests.push(await text(request));
  const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? { status: 500 };
  response.writeHead(reply.status, { "content-type": reply.type ?? "text/plain" }).end(reply.body ?? "");
}

beforeEach(async () => {
  [replies, requests, proofs] = [[], [], []];
  server = createServer((request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  url = `http://127.0.0.1:${address.port}/`;
  client = open();
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const submit = (size: number) => client.cosign(checkpointOf(size).submitted, proofFrom);
const olderSizes = () => requests.map((request) => request.split("\n")[0]);

describe("a checkpoint", () => {
  test("is cosigned: the first without a proof, later ones with one from the last size", async () => {
    for (const size of [3, 3, 7]) {
      replies = [{ status: 200, body: lineOf(size) }];
      expect(await submit(size)).toEqual({ ok: true, line: lineOf(size), timestampS: TIME_S });
    }
    expect(olderSizes()).toEqual(["old 0", "old 3", "old 3"]);
    expect(proofs).toEqual([3]);
    expect(requests.at(-1)).toBe(
      `old 3\n${toBase64(new Uint8Array(32).fill(3))}\n\n${checkpointOf(7).submitted.checkpoint}`,
    );
  });

  test("is submitted again from the size that the witness names, once", async () => {
    replies = [conflict("5\n"), { status: 200, body: lineOf(7) }];
    expect(await submit(7)).toMatchObject({ ok: true });
    expect(olderSizes()).toEqual(["old 0", "old 5"]);
    replies = [conflict("1\n"), conflict("2\n"), { status: 200, body: lineOf(8) }];
    expect(await submit(8)).toEqual({ ok: false, why: "conflict", status: 409 });
    expect(requests).toHaveLength(4);
  });

  test("is a conflict if the witness has cosigned a larger tree", async () => {
    replies = [conflict("9\n")];
    expect(await submit(7)).toEqual({ ok: false, why: "conflict", status: 409 });
    expect(requests).toHaveLength(1);
    replies = [conflict("9\n"), { status: 200, body: lineOf(10) }];
    expect(await submit(10)).toMatchObject({ ok: true });
  });

  test("is cosigned by the key of the witness among lines of others and lines that are none", async () => {
    const other = formatSignature(cosign(checkpointOf(3).body, { ...WITNESS, name: "v.example" }, 5));
    replies = [{ status: 200, body: `${other}${lineOf(3, STRANGER)}garbage\n${lineOf(3)}` }];
    expect(await submit(3)).toEqual({ ok: true, line: lineOf(3), timestampS: TIME_S });
  });

  test("that does not state its size and root is not submitted", async () => {
    const { submitted } = checkpointOf(3);
    const wrong = [
      { ...submitted, size: 4 },
      { ...submitted, root: new Uint8Array(32) },
      { ...submitted, checkpoint: "no note" },
    ];
    for (const each of wrong) await expect(client.cosign(each, proofFrom)).rejects.toThrow(RangeError);
    expect(requests).toEqual([]);
  });
});

describe("an answer", () => {
  const { body } = checkpointOf(3);
  const forged = cosign(body, WITNESS, TIME_S);
  const named = cosignerKey(WITNESS.name, WITNESS.secretKey);
  test.each<[string, Reply]>([
    ["empty", { status: 200 }],
    ["HTML", { status: 200, body: "<!doctype html>" }],
    ["by another key", { status: 200, body: lineOf(3, STRANGER) }],
    ["for another checkpoint", { status: 200, body: lineOf(4) }],
    [
      "with another timestamp than was signed",
      {
        status: 200,
        body: formatSignature({
          ...forged,
          signature: forged.signature.with(7, (forged.signature[7] ?? 0) ^ 1),
        }),
      },
    ],
    [
      "a plain signature under the key ID of the cosigner",
      {
        status: 200,
        body: formatSignature({ ...signNote(body, WITNESS.name, WITNESS.secretKey), keyId: named.keyId }),
      },
    ],
    ["huge", { status: 200, body: lineOf(3).repeat(1_000) }],
    ["a conflict of another content type", conflict("5\n", "text/plain")],
    ["a conflict without a size", conflict("many\n")],
    ["a conflict with a size in another form", conflict("05\n")],
  ])("is no cosignature: %s", async (_name, reply) => {
    replies = [reply];
    expect(await submit(3)).toMatchObject({ ok: false, why: "bad-answer" });
    // The witness is not believed to have cosigned anything.
    replies = [{ status: 200, body: lineOf(3) }];
    await submit(3);
    expect(olderSizes()).toEqual(["old 0", "old 0"]);
  });

  test.each([
    [400, "refused"],
    [403, "refused"],
    [404, "refused"],
    [422, "refused"],
    [429, "refused"],
    [500, "unreachable"],
    [503, "unreachable"],
    [204, "unreachable"],
  ])("of status %i is %s", async (status, why) => {
    replies = [{ status }];
    expect(await submit(3)).toEqual({ ok: false, why, status });
  });

  test("that repeats the size that was sent is not asked for again", async () => {
    replies = [conflict("0\n")];
    expect(await submit(3)).toEqual({ ok: false, why: "conflict", status: 409 });
    expect(requests).toHaveLength(1);
  });

  test("that does not come in time, or from nobody, is unreachable", async () => {
    server.removeAllListeners("request");
    client = new WitnessClient({ key: named, url, fetch, timeoutMs: 50 });
    expect(await submit(3)).toEqual({ ok: false, why: "unreachable" });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await submit(3)).toEqual({ ok: false, why: "unreachable" });
  });
});

test("a key of a log, and an address of no server, are refused", () => {
  const logKey = verifierKey(LOG.name, 1, publicKeyOf(LOG.secretKey));
  expect(() => new WitnessClient({ key: logKey, url, fetch, timeoutMs: 1 })).toThrow(RangeError);
  const key = cosignerKey(WITNESS.name, WITNESS.secretKey);
  expect(() => new WitnessClient({ key, url: "file:///x", fetch, timeoutMs: 1 })).toThrow(RangeError);
});
