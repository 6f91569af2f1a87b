import type { CallSpec } from "@lotus/contract";
import type { ParsedRequest } from "./request-parts.ts";

const CAPACITY = 500;

/**
 * Caches the parsed URLs of reads: a few hundred make up nearly all requests. Only valid ones are cached, and none once
 * the cache is full, so that nobody can evict the hot ones.
 */
export class KnownUrls {
  readonly #parsed = new Map<string, ParsedRequest>();

  recall(call: CallSpec, url: string): ParsedRequest | undefined {
    return call.method === "GET" ? this.#parsed.get(url) : undefined;
  }

  /** Caches a parsed request and returns it. */
  add(call: CallSpec, url: string, parsed: ParsedRequest): ParsedRequest {
    // Only URLs without a query: a query may contain anything, a path only a game or an order.
    if (call.method === "GET" && parsed.ok && this.#parsed.size < CAPACITY && !url.includes("?")) {
      this.#parsed.set(url, parsed);
    }
    return parsed;
  }
}
