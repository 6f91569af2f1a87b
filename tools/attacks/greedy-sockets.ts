/**
 * Sends slips over many sockets for as long as it lives, and counts what they are answered. Runs as a child process, so
 * that it takes no time from those who watch what others see.
 */
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** What the parent sends first. */
export interface GreedyOrders {
  readonly port: number;
  readonly sockets: number;
  /** Whose slips these are, socket by socket in turn. */
  readonly tokens: readonly string[];
  readonly slips: readonly { readonly path: string; readonly body: string }[];
}

/** Answers by what they were: the code of the envelope, or "none". */
export type GreedyAnswers = Readonly<Record<string, number>>;

// Ten slips a second on each socket: many times what the server could ever answer of them.
const PAUSE_MS = 100;
const CODE = /"code":(\d+)/u;

const answers: Record<string, number> = {};

function send(
  agent: Agent,
  { port }: GreedyOrders,
  path: string,
  token: string,
  body: Buffer,
): Promise<string> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json", "content-length": body.length, Token: token };
    const sent = request({ host: "127.0.0.1", port, agent, method: "POST", path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response
        .once("error", () => resolve("none"))
        .once("end", () => resolve(CODE.exec(text)?.[1] ?? "none"));
    });
    sent.once("error", () => resolve("none"));
    sent.end(body);
  });
}

process.once("message", (orders: GreedyOrders) => {
  const agent = new Agent({ keepAlive: true, maxSockets: orders.sockets });
  const slips = orders.slips.map(({ path, body }) => ({ path, bytes: Buffer.from(body) }));
  const one = async (socket: number): Promise<void> => {
    const token = orders.tokens[socket % orders.tokens.length] ?? "";
    for (let turn = socket; ; turn += orders.sockets) {
      const slip = slips[turn % slips.length];
      if (slip === undefined) return;
      const code = await send(agent, orders, slip.path, token, slip.bytes);
      answers[code] = (answers[code] ?? 0) + 1;
      await pause(PAUSE_MS);
    }
  };
  for (let socket = 0; socket < orders.sockets; socket += 1) void one(socket);
  process.on("message", () => process.send?.(answers));
});
process.once("disconnect", () => process.exit(0));
