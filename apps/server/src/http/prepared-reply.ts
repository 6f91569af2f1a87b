import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Replies below this many bytes travel as they are: compressing them saves no packet. */
export const COMPRESS_FROM_BYTES = 1024;

/** The encodings the API answers in, best first. */
export type ReplyEncoding = "br" | "gzip" | "identity";

const BROTLI_QUALITY = 5;

/** A whole accepted reply as bytes, made once for many requests. Its compressed forms are made when first asked for. */
export class PreparedReply {
  readonly bytes: Buffer;
  #gzip: Buffer | undefined;
  #brotli: Buffer | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** The bytes in one encoding. */
  encoded(encoding: ReplyEncoding): Buffer {
    if (encoding === "identity") return this.bytes;
    if (encoding === "gzip") {
      this.#gzip ??= gzipSync(this.bytes);
      return this.#gzip;
    }
    this.#brotli ??= brotliCompressSync(this.bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    });
    return this.#brotli;
  }
}

/** Makes a reply from `data`, or from JSON text of it when the caller wrote that itself. */
export function prepareReply(data: { readonly data: unknown } | { readonly json: string }): PreparedReply {
  const json = "json" in data ? data.json : JSON.stringify(data.data);
  return new PreparedReply(Buffer.from(acceptedEnvelope(json)));
}

/** The envelope of an accepted reply around the JSON text of its data. */
export function acceptedEnvelope(dataJson: string): string {
  return `{"code":0,"msg":"","data":${dataJson}}`;
}
