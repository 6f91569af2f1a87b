/**
 * A provider of identities for tests and trials: a process of its own that checks nothing. Run it with
 * `npm run identity-provider -- --port 8095 --token "…" --mode right`, and give the server the address it prints.
 *
 * - `right`: verifies, unless the name contains "Unsure" or "Refused"
 * - `silent`: takes the request and never answers
 * - `slow`: answers "verified" after the server has stopped waiting
 * - `lying`: no JSON, a wrong status, an unknown word, another reference, far too much, or a redirect, in turn
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { readOptions } from "../run/read-options.ts";

const MODES = ["right", "silent", "slow", "lying"] as const;
type Mode = (typeof MODES)[number];

const SLOW_MS = 4_000;

interface Asked {
  readonly reference: string;
  readonly realName: string;
}

interface Lie {
  readonly status: number;
  readonly body: (asked: Asked) => string;
  /** Where it sends the server instead. */
  readonly location?: string;
}

/** Where even a liar tells the truth, for who lets itself be sent there. */
const TRUTH = "/truth";

/** Each would be a verdict if the server believed what it reads. */
const LIES: readonly Lie[] = [
  { status: 200, body: () => "verified" },
  { status: 500, body: ({ reference }) => JSON.stringify({ reference, verdict: "verified" }) },
  { status: 201, body: ({ reference }) => JSON.stringify({ reference, verdict: "verified" }) },
  { status: 200, body: ({ reference }) => JSON.stringify({ reference, verdict: "VERIFIED" }) },
  { status: 200, body: () => JSON.stringify({ reference: "another", verdict: "verified" }) },
  { status: 200, body: () => JSON.stringify({ verdict: "verified" }) },
  {
    status: 200,
    body: ({ reference }) => JSON.stringify({ reference, verdict: "verified", padding: "x".repeat(100_000) }),
  },
  { status: 200, body: () => "null" },
  { status: 307, body: () => "", location: TRUTH },
];

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const read: Partial<Asked> = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  return { reference: String(read.reference), realName: String(read.realName) };
}

function verdictOn({ realName }: Asked): string {
  if (realName.includes("Refused")) return "refused";
  return realName.includes("Unsure") ? "unsure" : "verified";
}

function answer(response: ServerResponse, status: number, body: string, location?: string): void {
  const redirect = location === undefined ? {} : { Location: location };
  response.writeHead(status, { "Content-Type": "application/json", ...redirect });
  response.end(body);
}

/** Answers by the mode; `lie` is the number of lies told before. */
async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  { mode, lie }: { readonly mode: Mode; readonly lie: number },
): Promise<void> {
  const asked = await readAsked(request);
  const right = JSON.stringify({ reference: asked.reference, verdict: verdictOn(asked) });
  if (mode === "right" || request.url === TRUTH) answer(response, 200, right);
  else if (mode === "slow") setTimeout(() => answer(response, 200, right), SLOW_MS);
  else if (mode === "lying") {
    const told = LIES[lie % LIES.length];
    if (told !== undefined) answer(response, told.status, told.body(asked), told.location);
  }
}

function serve(port: number, token: string, mode: Mode): void {
  let lies = 0;
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) {
      answer(response, 401, "{}");
      return;
    }
    reply(request, response, { mode, lie: lies }).catch(() => answer(response, 400, "{}"));
    lies += 1;
  });
  server.listen(port, "127.0.0.1", () => {
    const address = server.address();
    if (typeof address === "object" && address !== null)
      console.log(`http://127.0.0.1:${address.port} ${mode}`);
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      server.close(() => process.exit(0));
      server.closeAllConnections();
    });
}

const { values } = readOptions({
  options: {
    port: { type: "string", default: "8095" },
    token: { type: "string", default: "" },
    mode: { type: "string", default: "right" },
  },
});
const mode = MODES.find((each) => each === values.mode);
if (mode === undefined || values.token === "") {
  console.error(`usage: --token TOKEN [--port PORT] [--mode ${MODES.join("|")}]`);
  process.exit(1);
}
serve(Number(values.port), values.token, mode);
