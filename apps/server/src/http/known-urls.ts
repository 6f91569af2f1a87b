import type { CallSpec } from "@lotus/contract";
import type { ParsedRequest } from "./request-parts.ts";

const CAPACITY = 500;

/**
 * Remembers how the addresses of reads were parsed: a few hundred of them make up nearly all that is asked. Only
 * right ones are kept, and once it is full nothing more, so that nobody can push the hot ones out.
 */
export class KnownUrls {
  readonly #parsed = new Map<string, ParsedRequest>();

  recall(call: CallSpec, url: string): ParsedRequest | undefined {
    return call.method === "GET" ? this.#parsed.get(url) : undefined;
  }

  /** Caches a parsed request and returns it. */
  keep(call: CallSpec, url: string, parsed: ParsedRequest): ParsedRequest {
    // A query may hold anything; a path holds a game or an order.
    if (call.method === "GET" && parsed.ok && this.#parsed.size < CAPACITY && !url.includes("?")) {
      this.#parsed.set(url, parsed);
    }
    return parsed;
  }
}
