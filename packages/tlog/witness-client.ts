import { sameBytes, toBase64 } from "./bytes.ts";
import { parseCheckpoint, parseSize } from "./checkpoint.ts";
import { cosignedAt } from "./cosignature.ts";
import { baseUrl, requestLimited } from "./http.ts";
import {
  formatSignature,
  parseNote,
  parseSignature,
  SIGNATURE_TYPES,
  type VerifierKey,
} from "./signed-note.ts";

/*
 * The log's side of c2sp.org/tlog-witness: submits checkpoints to a witness and verifies its cosignatures.
 */

export interface WitnessClientOptions {
  /** The witness's key, of type cosignature. */
  readonly key: VerifierKey;
  /** The submission prefix of the witness. */
  readonly url: string;
  readonly fetch: typeof fetch;
  /** How long one request may take; a checkpoint takes one or two. */
  readonly timeoutMs: number;
}

/** A signed checkpoint of the log, with the size and root that it states. */
export interface SubmittedCheckpoint {
  /** The note, verbatim. */
  readonly checkpoint: string;
  readonly size: number;
  readonly root: Uint8Array;
}

/** A cosignature, or why there is none. `status` is that of the response, if there was one. */
export type CosignResult =
  | {
      readonly ok: true;
      /** A signature line with its newline, which can be appended to the note. */
      readonly line: string;
      /** Seconds since 1970. */
      readonly timestampS: number;
    }
  | {
      readonly ok: false;
      /**
       * conflict: the witness has cosigned another, usually a larger tree. refused: it does not know the log, or the
       * checkpoint is not consistent with what it has cosigned. unreachable: no response in time, or an error of the
       * server. bad-answer: a response without a valid cosignature.
       */
      readonly why: "conflict" | "refused" | "unreachable" | "bad-answer";
      readonly status?: number;
    };

/** Content type of the tree size in a 409 response. */
const SIZE_TYPE = "text/x.tlog.size";
/** Some cosignatures; those of ML-DSA-44 take 3,300 bytes each. */
const MAX_BODY_BYTES = 65_536;

/** Submits the checkpoints of one log to one witness. */
export class WitnessClient {
  readonly #options: WitnessClientOptions;
  readonly #url: string;
  /** Size of the latest checkpoint that the witness is known to have cosigned. */
  #knownSize = 0;

  /** @throws RangeError for a key of another type, or an address that is not one of an HTTP server */
  constructor(options: WitnessClientOptions) {
    if (options.key.type !== SIGNATURE_TYPES.cosignature)
      throw new RangeError(`${options.key.name} is not the key of a witness`);
    this.#options = options;
    this.#url = `${baseUrl(options.url)}/add-checkpoint`;
  }

  /**
   * Gets a checkpoint cosigned. `proofFrom` returns the consistency proof from an older size to that of the checkpoint; it
   * is not called for sizes that need none. Never rejects for faults of the witness.
   *
   * @throws RangeError if the note is not a checkpoint of this size and root
   */
  async cosign(
    submitted: SubmittedCheckpoint,
    proofFrom: (olderSize: number) => Promise<readonly Uint8Array[]>,
  ): Promise<CosignResult> {
    const body = bodyOf(submitted);
    const first = await this.#submit(submitted, body, proofFrom);
    // Another process may have submitted meanwhile, or this one has just started: the witness says where it is.
    const isBehind = !first.ok && first.conflictSize !== undefined && first.conflictSize <= submitted.size;
    const { conflictSize: _, ...result } =
      isBehind && this.#learn(first.conflictSize ?? 0)
        ? await this.#submit(submitted, body, proofFrom)
        : first;
    return result;
  }

  /** Remembers the size of a witness; whether it is news. */
  #learn(size: number): boolean {
    const isNews = size !== this.#knownSize;
    this.#knownSize = size;
    return isNews;
  }

  async #submit(
    { checkpoint, size }: SubmittedCheckpoint,
    body: string,
    proofFrom: (olderSize: number) => Promise<readonly Uint8Array[]>,
  ): Promise<CosignResult & { readonly conflictSize?: number | undefined }> {
    const older = Math.min(this.#knownSize, size);
    const hashes = older === 0 || older === size ? [] : await proofFrom(older);
    const { fetch, timeoutMs, key } = this.#options;
    const reply = await requestLimited({
      fetch,
      url: this.#url,
      body: [`old ${older}`, ...hashes.map(toBase64), "", checkpoint].join("\n"),
      timeoutMs,
      maxBytes: MAX_BODY_BYTES,
    });
    if (!reply.ok) return { ok: false, why: reply.why === "too-large" ? "bad-answer" : "unreachable" };
    const { status } = reply;
    const text = new TextDecoder().decode(reply.body);
    if (status === 409) {
      const conflictSize = isSizeType(reply.contentType) ? parseSize(text.replace(/\n$/u, "")) : null;
      if (conflictSize === null) return { ok: false, why: "bad-answer", status };
      return { ok: false, why: "conflict", status, conflictSize };
    }
    if (status !== 200)
      return { ok: false, why: status >= 400 && status < 500 ? "refused" : "unreachable", status };
    const cosignature = cosignatureIn(text, body, key);
    if (cosignature === null) return { ok: false, why: "bad-answer", status };
    this.#knownSize = size;
    return { ok: true, ...cosignature };
  }
}

/** The body of a checkpoint's note. @throws RangeError if it does not state this size and root */
function bodyOf({ checkpoint, size, root }: SubmittedCheckpoint): string {
  const note = parseNote(checkpoint);
  const stated = note === null ? null : parseCheckpoint(note.body);
  if (note === null || stated?.size !== size || !sameBytes(stated.root, root))
    throw new RangeError(`not a checkpoint of ${size} entries with this root`);
  return note.body;
}

function isSizeType(contentType: string): boolean {
  return contentType.split(";")[0]?.trim().toLowerCase() === SIZE_TYPE;
}

/** The first valid cosignature of a checkpoint's body by this key; lines of other keys are ignored. */
function cosignatureIn(
  lines: string,
  body: string,
  key: VerifierKey,
): { readonly line: string; readonly timestampS: number } | null {
  for (const line of lines.split("\n")) {
    const signature = parseSignature(line);
    if (signature === null) continue;
    const [timestampS] = cosignedAt({ body, signatures: [signature] }, key) ?? [];
    if (timestampS !== undefined) return { line: formatSignature(signature), timestampS };
  }
  return null;
}
