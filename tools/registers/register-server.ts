/**
 * What both simulated registers share: an HTTP server that answers questions by the wire format of docs/protection.md,
 * and, when it is told to, as a register that is broken does. GET /control shows the state, POST /control changes it.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** How the register behaves; only `right` is right. */
export const MODES = [
  "right",
  /** Takes the question and never answers. */
  "silent",
  /** Answers rightly, after three seconds. */
  "slow",
  /** Answers as if all were well, with values that are no verdict. */
  "lying",
  /** Breaks off within its answer. */
  "half-answer",
  /** Answers somebody else's question. */
  "wrong-id",
  /** Status 500. */
  "error",
  /** Status 200 with a page of HTML. */
  "html",
  /** Leads to itself. */
  "redirect",
  /** Sends spaces without an end. */
  "flood",
] as const;
export type RegisterMode = (typeof MODES)[number];

/** A question as it was sent. */
export type Question = Readonly<Record<string, unknown>>;

/** Answers a question of a path; undefined for a path or a question that it does not know. */
export type AnswerQuestion = (path: string, question: Question) => object | undefined;

/** Refuses a question that contradicts what is known. */
export class Contradiction extends Error {}

export interface RegisterServerOptions {
  readonly token: string | null;
  readonly answer: AnswerQuestion;
  /** What a lying register says. */
  readonly lie: object;
  /** Shown by GET /control besides the mode and the number of questions. */
  readonly state: () => object;
  /** Takes the other fields of POST /control. */
  readonly control: (change: Question) => void;
}

const MAX_BODY_BYTES = 64 * 1024;
const SLOW_MS = 3_000;
const FLOOD_CHUNK = " ".repeat(64 * 1024);

/** Makes the server; it does not listen yet. */
export function createRegisterServer(options: RegisterServerOptions): Server {
  const { control, state, token } = options;
  let mode: RegisterMode = "right";
  const asked: Question[] = [];

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    if (path === "/control") {
      if (request.method === "POST") {
        const change = await readQuestion(request);
        mode = MODES.find((known) => known === change["mode"]) ?? mode;
        if (change["forget"] === true) asked.length = 0;
        control(change);
      }
      return reply(response, 200, { mode, questions: asked.length, asked, ...state() });
    }
    if (request.method !== "POST") return reply(response, 405, { error: "POST only" });
    if (token !== null && request.headers.authorization !== `Bearer ${token}`)
      return reply(response, 401, { error: "token" });
    const question = await readQuestion(request);
    asked.push({ path, ...question });
    if (mode === "silent") return;
    const respond = (): void => answerIn(mode, { path, question, response }, options);
    if (mode === "slow") setTimeout(respond, SLOW_MS);
    else respond();
  }

  return createServer((request, response) => {
    take(request, response).catch(() => {
      if (!response.headersSent) reply(response, 400, { error: "bad request" });
    });
  });
}

interface Asked {
  readonly path: string;
  readonly question: Question;
  readonly response: ServerResponse;
}

function answerIn(
  mode: RegisterMode,
  { path, question, response }: Asked,
  { answer, lie }: Pick<RegisterServerOptions, "answer" | "lie">,
): void {
  if (mode === "error") return reply(response, 500, { error: "broken" });
  if (mode === "redirect") return void response.writeHead(307, { Location: path }).end();
  if (mode === "html")
    return void response.writeHead(200, { "Content-Type": "text/html" }).end("<p>All is well.</p>");
  if (mode === "flood") return flood(response);
  const right = answerOf(answer, path, question);
  if (typeof right === "number") return reply(response, right, { error: "refused" });
  const { id, orderNo } = question;
  const body = {
    id: mode === "wrong-id" ? "somebody-else" : id,
    ...(orderNo === undefined ? {} : { orderNo }),
    ...(mode === "lying" ? lie : right),
  };
  if (mode === "half-answer") breakOff(response, JSON.stringify(body));
  else reply(response, 200, body);
}

/** The right answer, or the status of a refusal. */
function answerOf(answer: AnswerQuestion, path: string, question: Question): object | number {
  try {
    return answer(path, question) ?? 400;
  } catch (error) {
    if (error instanceof Contradiction) return 409;
    throw error;
  }
}

function breakOff(response: ServerResponse, text: string): void {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": text.length });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

function reply(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
  });
  response.end(text);
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "application/json" });
  const pour = (): void => {
    while (!response.destroyed && response.write(FLOOD_CHUNK));
  };
  response.on("drain", pour);
  response.on("error", () => undefined);
  pour();
}

async function readQuestion(request: IncomingMessage): Promise<Question> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    // A message in binary mode yields buffers.
    const bytes: Uint8Array = chunk;
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new Error("a question too large");
    chunks.push(bytes);
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  if (typeof value !== "object" || value === null) throw new Error("no question");
  return { ...value };
}

/** Listens until a signal, and says where. */
export function serve(server: Server, name: string, port: number, host: string): void {
  server.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  server.listen(port, host, () => {
    const address = server.address();
    const taken = typeof address === "object" && address !== null ? address.port : port;
    console.log(`${name} on http://${host}:${taken}`);
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      server.close(() => process.exit(0));
      server.closeAllConnections();
    });
}

/** A person as registers compare them. */
export function personKey(realName: unknown, birthDate: unknown): string | null {
  if (typeof realName !== "string" || typeof birthDate !== "string") return null;
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(birthDate)) return null;
  const name = realName.normalize("NFC").trim().replaceAll(/\s+/gu, " ").toLowerCase();
  return name === "" ? null : `${birthDate} ${name}`;
}
