import { Agent, request } from "node:http";
import { NO_ENVELOPE, readEnvelope, requestHeaders } from "@lotus/client";

/** A reply: HTTP status and envelope. */
export interface Reply<Data = unknown> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}

/** One request. `token` and `key` are sent as the headers Token and Idempotency-Key. */
export interface ApiRequest {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly key?: string;
  /** Client address behind the trusted proxy, so that many players need not share one. */
  readonly address?: string;
  readonly timeoutMs?: number;
  /** Further headers, as a signature of the body, which is sent as JSON.stringify writes it. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The server did not answer: the outcome of the request is unknown. */
export class NoAnswer extends Error {}

/** A plain HTTP client with keep-alive, for load tests and tools. */
export class LoadClient {
  readonly #agent: Agent;
  readonly #port: number;

  constructor(port: number, connections: number) {
    this.#port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws NoAnswer if the connection fails, is cut or times out */
  send<Data = unknown>(call: ApiRequest): Promise<Reply<Data>> {
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    return new Promise((resolve, reject) => {
      const failed = (error: Error): void => reject(new NoAnswer(error.message));
      const sent = request(
        {
          host: "127.0.0.1",
          port: this.#port,
          agent: this.#agent,
          method: call.method ?? (body === undefined ? "GET" : "POST"),
          path: call.path,
          timeout: call.timeoutMs ?? 10_000,
          headers: {
            platform: "h5",
            ...requestHeaders("en-US", call.token, call.key),
            ...(body === undefined
              ? {}
              : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
            ...(call.address === undefined ? {} : { "X-Forwarded-For": call.address }),
            ...call.headers,
          },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("error", failed);
          response.on("aborted", () => failed(new Error("the reply was cut")));
          response.on("end", () => {
            const envelope = readEnvelope(Buffer.concat(parts).toString("utf8"));
            if (envelope.code === NO_ENVELOPE) failed(new Error("the reply is not the server's"));
            // The caller knows the reply's shape.
            else resolve({ ...(envelope as Omit<Reply<Data>, "status">), status: response.statusCode ?? 0 });
          });
        },
      );
      sent.on("timeout", () => sent.destroy(new Error("timeout")));
      sent.on("error", failed);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
