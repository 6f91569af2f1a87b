import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Replies below this many bytes are not compressed: it would save no packet. */
export const COMPRESS_FROM_BYTES = 1024;

/** The encodings of replies, best first. */
export type ReplyEncoding = "br" | "gzip" | "identity";

const BROTLI_QUALITY = 5;

/** A complete accepted reply, made once for many requests. Compressed forms are created on first use. */
export class PreparedReply {
  /** The reply as text: Node sends a text and its head in one write, bytes in two. */
  readonly text: string;
  readonly byteLength: number;
  #gzip: Buffer | undefined;
  #brotli: Buffer | undefined;

  constructor(text: string) {
    this.text = text;
    this.byteLength = Buffer.byteLength(text);
  }

  /** The reply in one encoding. */
  encoded(encoding: ReplyEncoding): Buffer | string {
    if (encoding === "identity") return this.text;
    if (encoding === "gzip") {
      this.#gzip ??= gzipSync(this.text);
      return this.#gzip;
    }
    this.#brotli ??= brotliCompressSync(this.text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    });
    return this.#brotli;
  }
}

/** Makes a reply from `data`, or from its JSON text. */
export function prepareReply(data: { readonly data: unknown } | { readonly json: string }): PreparedReply {
  const json = "json" in data ? data.json : JSON.stringify(data.data);
  return new PreparedReply(acceptedEnvelope(json));
}

/** The envelope of an accepted reply around the JSON text of its data. */
export function acceptedEnvelope(dataJson: string): string {
  return `{"code":0,"msg":"","data":${dataJson}}`;
}
