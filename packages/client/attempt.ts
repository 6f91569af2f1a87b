import type { ApiError } from "./api-error.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";

/**
 * The idempotency key of what somebody asks for. It stays the same for every retry, so that a lost reply never has the
 * effect twice; something else gets another, and so does the same thing again once it was answered.
 */
export class AttemptKey {
  #attempt: { readonly of: string; readonly key: string } | undefined;

  /** The key for what is asked, told by its content. */
  keyFor(of: string): string {
    if (this.#attempt?.of !== of) this.#attempt = { of, key: newIdempotencyKey() };
    return this.#attempt.key;
  }

  /** The server has answered. */
  settle(): void {
    this.#attempt = undefined;
  }
}

/**
 * Whether the server surely did not do what was asked: it refused it, or a request that does not fit. Without an answer,
 * or with a fault of the server itself, it may be done, and must be asked again under the same key.
 */
export function isOutcomeKnown({ kind, status }: Pick<ApiError, "kind" | "status">): boolean {
  return kind === "refusal" || (kind === "http" && status >= 400 && status < 429);
}
