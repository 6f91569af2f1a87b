/**
 * Sends slips over many sockets until it is ended, and counts the replies. Runs as a child process, so that it does not
 * slow down the measurement of other players.
 */
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** First message from the parent. */
export interface GreedyOrders {
  readonly port: number;
  readonly sockets: number;
  /** Whose slips these are, socket by socket in turn. */
  readonly tokens: readonly string[];
  readonly slips: readonly { readonly path: string; readonly body: string }[];
}

/** Number of replies by code of the envelope, or "none". */
export type GreedyAnswers = Readonly<Record<string, number>>;

// Ten slips a second per socket: many times what the server can answer.
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
