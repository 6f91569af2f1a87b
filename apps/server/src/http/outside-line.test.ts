import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Server } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { freePort } from "../testing/free-port.ts";
import { UNTRUSTED_CERTIFICATE } from "../testing/untrusted-certificate.ts";
import { type AskOutside, openOutsideLine, type OutsideOutcome, OutsideSilent } from "./outside-line.ts";

/** The line to registers and providers, against servers of its own; theirs have tests of every way to lie. */

const TOKEN = "a-secret-of-the-line";
const PERSON = { realName: "Erika Mustermann" };
const servers: Server[] = [];
const outcomes: OutsideOutcome[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  outcomes.length = 0;
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
});

async function listen(server: Server, scheme = "http"): Promise<string> {
  servers.push(server);
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  const address = server.address();
  return `${scheme}://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}
const serve = (answer: RequestListener): Promise<string> => listen(createServer(answer));

function lineTo(url: string, token: string | null = TOKEN, answerMs = 5_000): AskOutside {
  let drawn = 0;
  return openOutsideLine({
    address: { url, token },
    entropy: { bytes: (length) => new Uint8Array(length).fill((drawn += 1)) },
    reference: "id",
    answerMs,
    observe: (outcome) => outcomes.push(outcome),
  });
}

async function questionOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<object> {
  const question = await questionOf(request);
  response.end(JSON.stringify({ id: question["id"], heard: true }));
  return question;
}
const answering: RequestListener = (request, response) => void answer(request, response);

/** How a question fails; an answer fails the test. */
async function failureOf(asked: Promise<unknown>): Promise<OutsideSilent> {
  const error: unknown = await asked.then(
    () => new Error("it was answered"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutsideSilent)) throw error;
  return error;
}

test("a question has a reference of its own and the token in its header alone", async () => {
  const asked: { readonly url: string | undefined; readonly authorization: string | undefined }[] = [];
  const questions: object[] = [];
  const url = await serve((request, response) => {
    asked.push({ url: request.url, authorization: request.headers.authorization });
    void answer(request, response).then((question) => questions.push(question));
  });
  expect(await lineTo(`${url}/base/`)("/check", PERSON)).toMatchObject({ heard: true });
  const free = lineTo(`${url}/base`, null);
  await free("", PERSON);
  await free("", PERSON);
  expect(asked).toEqual([
    { url: "/base/check", authorization: `Bearer ${TOKEN}` },
    { url: "/base", authorization: undefined },
    { url: "/base", authorization: undefined },
  ]);
  expect(new Set(questions.slice(1).map((question) => JSON.stringify(question))).size).toBe(2);
  expect(JSON.stringify(questions)).not.toContain(TOKEN);
  expect(outcomes).toEqual(["answered", "answered", "answered"]);
});

test("a certificate that nobody has signed ends the question, whatever the environment says", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  let heard = 0;
  const url = await listen(
    createTlsServer(UNTRUSTED_CERTIFICATE, (request, response) => {
      heard += 1;
      answering(request, response);
    }),
    "https",
  );
  expect(await failureOf(lineTo(url)("", PERSON))).toMatchObject({ outcome: "unreachable" });
  expect(heard).toBe(0);
});

test("a redirect is not followed: neither person nor token reach another address", async () => {
  let reached = 0;
  const elsewhere = await serve((request, response) => {
    reached += 1;
    answering(request, response);
  });
  const url = await serve((_, response) => response.writeHead(307, { Location: elsewhere }).end());
  expect(await failureOf(lineTo(url)("", PERSON))).toMatchObject({
    outcome: "status",
    message: "status 307",
  });
  expect(reached).toBe(0);
});

test("an error has nothing of question, answer or token, since it is logged", async () => {
  const told = "Erika Mustermann was born in Gauting";
  const answers: readonly RequestListener[] = [
    (_, response) => response.writeHead(500, told).end(told),
    (_, response) => response.end(told),
    (_, response) => response.end(JSON.stringify([told])),
    (_, response) => response.end(JSON.stringify({ id: told })),
    (_, response) => response.end(told.repeat(1_000)),
    (_, response) => response.writeHead(200, { "X-Told": told.repeat(500) }).end(),
  ];
  const closed = `http://127.0.0.1:${await freePort()}`;
  const failures: OutsideSilent[] = [await failureOf(lineTo(closed)("", PERSON))];
  for (const answer of answers) failures.push(await failureOf(lineTo(await serve(answer))("", PERSON)));
  expect(failures.map(({ outcome }) => outcome)).toEqual([
    "unreachable",
    "status",
    "invalid",
    "invalid",
    "other",
    "invalid",
    "unreachable",
  ]);
  for (const { message, stack, cause } of failures) {
    expect(`${message} ${stack}`).not.toMatch(/Mustermann|Gauting|a-secret/u);
    expect(cause).toBeUndefined();
  }
  expect(outcomes).toEqual(failures.map(({ outcome }) => outcome));
});

test("the time of an answer is a total: one that drips is late, and so is who waits for a turn", async () => {
  let open = 0;
  const url = await serve((_, response) => {
    open += 1;
    response.write("{");
  });
  const ask = lineTo(url, TOKEN, 200);
  const failures = await Promise.all(Array.from({ length: 100 }, () => failureOf(ask("", PERSON))));
  expect(new Set(failures.map(({ outcome }) => outcome))).toEqual(new Set(["late"]));
  // A turn that comes free with the last millisecond may still be taken.
  expect(open).toBeLessThan(100);
});
