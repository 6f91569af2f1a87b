import { symbols, type Logger } from "pino";

/** The log line of a request. All its text is the server's own or validated. */
export interface RequestLine {
  readonly requestId: string;
  readonly call: string;
  readonly status: number;
  readonly code: number;
  readonly ms: number;
  readonly bytes: number;
  readonly address: string;
  readonly player: bigint | undefined;
  readonly operator: bigint | undefined;
}

const FLUSH_MS = 100;
const FLUSH_LINES = 64;
const INFO = 30;

/**
 * Writes one line per request into the server's log. Lines are formatted by hand and passed to pino's stream a few
 * dozen at a time: through the logger each cost a quarter of a hot read.
 */
export class RequestLog {
  readonly #log: Logger;
  readonly #write: ((text: string) => void) | undefined;
  readonly #bindings: string;
  #lines = "";
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
    const stream: unknown = Reflect.get(log, symbols.streamSym);
    const bindings: unknown = Reflect.get(log, symbols.chindingsSym);
    this.#write = isStream(stream) ? (text) => stream.write(text) : undefined;
    this.#bindings = typeof bindings === "string" ? bindings : "";
  }

  add(line: RequestLine): void {
    if (!this.#log.isLevelEnabled("info") || this.#write === undefined) return;
    const player = line.player === undefined ? "" : `,"player":"${line.player}"`;
    const operator = line.operator === undefined ? "" : `,"operator":"${line.operator}"`;
    // The address comes from a header when a proxy is trusted; the rest is made here and needs no escape.
    const address = /^[\w.:%-]*$/u.test(line.address) ? `"${line.address}"` : JSON.stringify(line.address);
    this.#lines +=
      `{"level":${INFO},"time":${Date.now()}${this.#bindings},"requestId":"${line.requestId}","call":"${line.call}",` +
      `"status":${line.status},"code":${line.code},"ms":${line.ms.toFixed(2)},"bytes":${line.bytes},` +
      `"address":${address}${player}${operator},"msg":"answered"}\n`;
    this.#count += 1;
    if (this.#count >= FLUSH_LINES) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /** Writes buffered lines. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#count === 0) return;
    const text = this.#lines;
    this.#lines = "";
    this.#count = 0;
    this.#write?.(text);
  }
}

function isStream(value: unknown): value is { write(text: string): unknown } {
  return typeof value === "object" && value !== null && "write" in value && typeof value.write === "function";
}
