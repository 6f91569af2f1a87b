import { Agent, request } from "node:http";
import { NO_ENVELOPE, readEnvelope, requestHeaders } from "@lotus/client";

/** A reply: HTTP status and envelope. */
export interface Reply<Data = unknown> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
  /** The mark of a write; null if there is none. */
  readonly freshness: string | null;
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

/** How there was no answer: in time, for want of a connection, or since something else than the server spoke. */
export type Silence = "timeout" | "no connection" | "no envelope";

/** The server did not answer: the outcome of the request is unknown. */
export class NoAnswer extends Error {
  readonly why: Silence;

  constructor(message: string, why: Silence = "no connection") {
    super(message);
    this.why = why;
  }
}

/** The connection was refused, so that nothing was sent. */
class Refused extends NoAnswer {}

/**
 * A plain HTTP client with keep-alive, for load tests and tools. Of several ports, as of several addresses of a name, it takes
 * the next when one refuses the connection, as a browser does.
 */
export class LoadClient {
  readonly #agent: Agent;
  readonly #ports: readonly number[];
  #at = 0;

  constructor(ports: number | readonly number[], connections: number) {
    this.#ports = typeof ports === "number" ? [ports] : ports;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws NoAnswer if the connection fails, is cut or times out */
  async send<Data = unknown>(call: ApiRequest): Promise<Reply<Data>> {
    for (let tried = 1; ; tried += 1) {
      const port = this.#ports[this.#at % this.#ports.length] ?? 0;
      try {
        return await this.#send<Data>(port, call);
      } catch (error) {
        // Nothing was sent yet.
        const isRefused = error instanceof Refused;
        if (!isRefused || tried >= this.#ports.length) throw error;
        if (port === this.#ports[this.#at % this.#ports.length]) this.#at += 1;
      }
    }
  }

  #send<Data>(port: number, call: ApiRequest): Promise<Reply<Data>> {
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    return new Promise((resolve, reject) => {
      const failed = (error: Error, why?: Silence): void =>
        reject(
          "code" in error && error.code === "ECONNREFUSED"
            ? new Refused(error.message)
            : new NoAnswer(error.message, why),
        );
      const sent = request(
        {
          host: "127.0.0.1",
          port,
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
          response.on("error", (error) => failed(error));
          response.on("aborted", () => failed(new Error("the reply was cut")));
          response.on("end", () => {
            const envelope = readEnvelope(Buffer.concat(parts).toString("utf8"));
            if (envelope.code === NO_ENVELOPE) {
              failed(new Error("the reply is not the server's"), "no envelope");
              return;
            }
            const [status, mark] = [response.statusCode ?? 0, response.headers["freshness"]];
            const freshness = typeof mark === "string" ? mark : null;
            // The caller knows the reply's shape.
            resolve({ ...(envelope as Omit<Reply<Data>, "status" | "freshness">), status, freshness });
          });
        },
      );
      sent.on("timeout", () => {
        failed(new Error("timeout"), "timeout");
        sent.destroy();
      });
      sent.on("error", (error) => failed(error));
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
