import type { ApiError } from "./api-error.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";

/**
 * The idempotency key of a user's request. It stays the same for every retry, so that a lost reply never repeats the
 * effect; another request gets a new key, and so does the same request once it was answered.
 */
export class AttemptKey {
  #attempt: { readonly of: string; readonly key: string } | undefined;

  /** The key for a request, identified by its content. */
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
 * Whether the request certainly had no effect: the server refused it, or it was invalid. Without a response, or after a
 * server error, it may have had its effect and must be retried under the same key. A refusal that follows such an answer
 * says nothing of the try before it.
 */
export function isOutcomeKnown({
  kind,
  status,
  again,
}: Pick<ApiError, "kind" | "status" | "again">): boolean {
  return !again && (kind === "refusal" || (kind === "http" && status >= 400 && status < 429));
}
