import type { HTTP_STATUS } from "@lotus/contract";
import { ClockLeapt, DatabaseUnavailable, PoolExhausted, sqlState } from "../db/database.ts";
import { BrokenJson, CrowdedJson, OtherCharset } from "./json-body.ts";

/** The server is overloaded: a queue is full. Answered with 503; the client may retry. */
export class Overloaded extends Error {
  override readonly name = "Overloaded";
}

/** One caller exceeds their share of concurrency or rate; others are still served. Answered with 429. */
export class TooMany extends Error {
  override readonly name = "TooMany";
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("too many");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The reply to an error. */
export interface ErrorReply {
  readonly name: keyof typeof HTTP_STATUS;
  readonly retryAfterSeconds?: number;
}

const BY_FASTIFY_CODE: ReadonlyMap<string, ErrorReply["name"]> = new Map([
  ["FST_ERR_CTP_INVALID_MEDIA_TYPE", "UNSUPPORTED_MEDIA"],
  ["FST_ERR_CTP_BODY_TOO_LARGE", "BODY_TOO_LARGE"],
  ["FST_ERR_CTP_INVALID_CONTENT_LENGTH", "BAD_REQUEST"],
  ["FST_ERR_BAD_URL", "BAD_REQUEST"],
]);

const PASSING = [Overloaded, PoolExhausted, DatabaseUnavailable, ClockLeapt] as const;

// Lock and statement timeouts, and conflicts that remained after every retry: all are temporary under load.
const PASSING_STATES: ReadonlySet<string> = new Set(["55P03", "57014", "40001", "40P01"]);

/** The one place where an error becomes a reply. An unknown error is INTERNAL and reveals nothing. */
export function errorReply(error: unknown): ErrorReply {
  if (PASSING.some((kind) => error instanceof kind)) return { name: "OVERLOADED", retryAfterSeconds: 1 };
  if (error instanceof TooMany)
    return { name: "TOO_MANY_REQUESTS", retryAfterSeconds: error.retryAfterSeconds };
  if (PASSING_STATES.has(sqlState(error) ?? "")) return { name: "OVERLOADED", retryAfterSeconds: 1 };
  if (error instanceof BrokenJson) return { name: "BAD_REQUEST" };
  if (error instanceof OtherCharset) return { name: "UNSUPPORTED_MEDIA" };
  if (error instanceof CrowdedJson) return { name: "BODY_TOO_LARGE" };
  const known = BY_FASTIFY_CODE.get(fieldOf(error, "code"));
  if (known !== undefined) return { name: known };
  // The connection broke while the body was read, or Fastify refused a malformed request.
  const status = Number(fieldOf(error, "statusCode"));
  if (status >= 400 && status < 500) return { name: "BAD_REQUEST" };
  return { name: "INTERNAL" };
}

function fieldOf(error: unknown, field: "code" | "statusCode"): string {
  if (!(error instanceof Error) || !(field in error)) return "";
  return String(Reflect.get(error, field));
}
