import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { pageHeaders, TLS_HEADERS } from "./security-headers.ts";

/** A static file, in memory with its compressed forms. */
export interface Document {
  readonly type: string;
  readonly bytes: Buffer;
  readonly brotli: Buffer | undefined;
  readonly gzip: Buffer | undefined;
  readonly cacheControl: string;
  readonly etag: string;
}

/** Parts of a document. Compressed forms of the build are used unchanged. */
export interface DocumentParts {
  readonly type: string;
  readonly bytes: Buffer;
  readonly brotli?: Buffer | undefined;
  readonly gzip?: Buffer | undefined;
  /** The name changes with the content, so browsers may cache it forever. */
  readonly immutable?: boolean;
}

const COMPRESS_FROM_BYTES = 1024;
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest\+json|javascript)|image\/svg)/u;
const KEEP = "public, max-age=31536000, immutable";
// Cached but revalidated each time; the reply is mostly "not modified".
const ASK = "no-cache";

/** Prepares a document for serving. */
export function makeDocument({ type, bytes, brotli, gzip, immutable }: DocumentParts): Document {
  const compress = COMPRESSIBLE.test(type) && bytes.length >= COMPRESS_FROM_BYTES;
  return {
    type,
    bytes,
    brotli: brotli ?? (compress ? brotliOf(bytes) : undefined),
    gzip: gzip ?? (compress ? gzipSync(bytes) : undefined),
    cacheControl: immutable === true ? KEEP : ASK,
    // Weak, since one tag stands for every encoding of the same content.
    etag: `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
  };
}

/** Replies with a document. Returns the status and the number of bytes sent. */
export function serveDocument(
  request: IncomingMessage,
  response: ServerResponse,
  document: Document,
  options: { readonly tls: boolean; readonly status?: number; readonly connectTo?: readonly string[] },
): { readonly status: number; readonly bytes: number } {
  const headers = [
    ...pageHeaders(options.connectTo ?? []),
    "Cache-Control",
    document.cacheControl,
    "ETag",
    document.etag,
  ];
  if (options.tls) headers.push(...TLS_HEADERS);
  const status = options.status ?? 200;
  if (status === 200 && (request.headers["if-none-match"] ?? "").includes(document.etag)) {
    response.writeHead(304, headers);
    response.end();
    return { status: 304, bytes: 0 };
  }
  const accepted = request.headers["accept-encoding"];
  const { body, encoding } = encodedFor(document, typeof accepted === "string" ? accepted : "");
  headers.push("Content-Type", document.type, "Content-Length", String(body.length));
  if (document.brotli !== undefined) headers.push("Vary", "Accept-Encoding");
  if (encoding !== undefined) headers.push("Content-Encoding", encoding);
  response.writeHead(status, headers);
  response.end(request.method === "HEAD" ? undefined : body);
  return { status, bytes: body.length };
}

function encodedFor(document: Document, accepted: string): { body: Buffer; encoding?: string } {
  if (document.brotli !== undefined && /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/u.test(accepted)) {
    return { body: document.brotli, encoding: "br" };
  }
  if (document.gzip !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/u.test(accepted)) {
    return { body: document.gzip, encoding: "gzip" };
  }
  return { body: document.bytes };
}

function brotliOf(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}
