import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { CODES, HTTP_STATUS, type CodeName } from "@lotus/contract";
import type { Locale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import { displayMoney } from "@lotus/money";
import type { AcceptedRaw, Accepted, RefusalValues, Refused } from "./handler.ts";
import type { Observe } from "./http-metrics.ts";
import {
  acceptedEnvelope,
  COMPRESS_FROM_BYTES,
  PreparedReply,
  type ReplyEncoding,
} from "./prepared-reply.ts";
import type { RequestLog } from "./request-log.ts";
import { API_HEADERS, TLS_HEADERS } from "./security-headers.ts";
import type { RequestContext } from "./request-context.ts";

/** Details of a refusal besides its code. */
export interface RefusalDetail {
  readonly values?: RefusalValues;
  readonly data?: unknown;
  /** A more specific text than the code's own. */
  readonly msg?: string;
  readonly retryAfterSeconds?: number;
  readonly allow?: string;
}

/** The type of every reply of the API. */
export const JSON_TYPE = "application/json; charset=utf-8";
// The fastest level: replies made per request are small, and the CPU is needed for bets.
const GZIP_LEVEL = 1;

/** Writes the replies of the API: envelope, headers, one line of log and one observation each. */
export class Replies {
  readonly #translate: Translate;
  readonly #log: RequestLog;
  readonly #observe: Observe;
  readonly #isClosing: () => boolean;

  constructor(parts: {
    readonly translate: Translate;
    readonly log: RequestLog;
    readonly observe: Observe;
    readonly isClosing: () => boolean;
  }) {
    this.#translate = parts.translate;
    this.#log = parts.log;
    this.#observe = parts.observe;
    this.#isClosing = parts.isClosing;
  }

  /** Sends the result of a handler. `compress` is off for replies that are mostly random hex. */
  answer(
    context: RequestContext,
    response: ServerResponse,
    answer: Accepted<unknown> | AcceptedRaw | Refused<CodeName>,
    compress: boolean,
  ): void {
    if (!answer.ok) {
      this.refuse(context, response, answer.code, answer);
      return;
    }
    const { raw } = answer;
    const encodingFor = (length: number): ReplyEncoding =>
      compress && length >= COMPRESS_FROM_BYTES ? bestEncoding(context.acceptEncoding) : "identity";
    if (raw instanceof PreparedReply) {
      const used = encodingFor(raw.byteLength);
      const body = raw.encoded(used);
      const bytes = typeof body === "string" ? raw.byteLength : body.length;
      this.#write(context, response, { status: 200, code: 0, body, bytes, encoding: used });
      return;
    }
    const text = acceptedEnvelope(raw ?? (JSON.stringify(answer.data) || "null"));
    if (encodingFor(text.length) === "identity") {
      this.#write(context, response, { status: 200, code: 0, body: text, encoding: "identity" });
    } else {
      const body = gzipSync(text, { level: GZIP_LEVEL });
      this.#write(context, response, { status: 200, code: 0, body, encoding: "gzip" });
    }
  }

  /** Refuses with a code: HTTP 200 for expected refusals, the code's own status for the general ones. */
  refuse(
    context: RequestContext,
    response: ServerResponse,
    name: CodeName,
    detail: RefusalDetail = {},
  ): void {
    const code = CODES[name];
    const msg =
      detail.msg ??
      this.#translate(context.locale, `codes.${name}`, shownValues(detail.values, context.locale));
    const body = JSON.stringify({ code, msg, data: detail.data ?? null });
    const extra: string[] = [];
    if (detail.retryAfterSeconds !== undefined) extra.push("Retry-After", String(detail.retryAfterSeconds));
    if (detail.allow !== undefined) extra.push("Allow", detail.allow);
    this.#write(context, response, { status: httpStatus(name), code, body, encoding: "identity", extra });
  }

  /** The text of one key in the context's language. */
  text(context: RequestContext, ...[key, values]: DropFirst<Parameters<Translate>>): string {
    return this.#translate(context.locale, key, values);
  }

  #write(
    context: RequestContext,
    response: ServerResponse,
    reply: {
      readonly status: number;
      readonly code: number;
      readonly body: string | Buffer;
      readonly bytes?: number;
      readonly encoding: ReplyEncoding;
      readonly extra?: readonly string[];
    },
  ): void {
    const bytes = reply.bytes ?? Buffer.byteLength(reply.body);
    if (!response.headersSent && !response.destroyed) {
      const headers = [
        ...API_HEADERS,
        "Content-Type",
        JSON_TYPE,
        "Content-Length",
        String(bytes),
        "X-Request-Id",
        context.requestId,
      ];
      if (reply.encoding !== "identity")
        headers.push("Content-Encoding", reply.encoding, "Vary", "Accept-Encoding");
      if (context.freshness !== undefined) headers.push("Freshness", context.freshness);
      if (reply.extra !== undefined) headers.push(...reply.extra);
      if (context.tls) headers.push(...TLS_HEADERS);
      if (this.#isClosing()) headers.push("Connection", "close");
      response.writeHead(reply.status, headers);
      // As many bytes as characters: plain ASCII, which needs no UTF-8 encoding.
      if (bytes === reply.body.length) response.end(reply.body, "latin1");
      else response.end(reply.body);
    }
    this.note(context, reply.status, reply.code, bytes);
  }

  /** Records a completed request in the log and the metrics. */
  note(context: RequestContext, status: number, code: number, bytes: number): void {
    const ms = performance.now() - context.startedAt;
    this.#observe(context.call, code, ms / 1000);
    const { requestId, call, address, caller } = context;
    const player = caller !== undefined && "playerId" in caller ? caller.playerId : context.about;
    const operator = caller !== undefined && "operatorId" in caller ? caller.operatorId : undefined;
    this.#log.add({ requestId, call, status, code, ms, bytes, address, player, operator });
  }
}

type DropFirst<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;

/** The HTTP status of a code: only the general ones have one of their own. */
export function httpStatus(name: CodeName): number {
  const statuses: Partial<Record<CodeName, number>> = HTTP_STATUS;
  return statuses[name] ?? 200;
}

/** The best encoding that a client accepts. Quality values are ignored except for a refusal. */
function bestEncoding(accepted: string): ReplyEncoding {
  if (accepted === "") return "identity";
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/u.test(accepted)) return "br";
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/u.test(accepted)) return "gzip";
  return "identity";
}

/** Formats amounts in the reader's locale; everything else is unchanged. */
function shownValues(values: RefusalValues = {}, locale: Locale): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([slot, value]) => [
      slot,
      typeof value === "bigint" ? displayMoney(value, locale) : value,
    ]),
  );
}
