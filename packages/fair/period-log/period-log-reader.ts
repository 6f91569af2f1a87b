import { roundTime } from "@lotus/beacon";
import {
  type AcceptedCheckpoint,
  type Checkpoint,
  CheckpointVerifier,
  type FetchLogFile,
  formatInclusionProof,
  formatNote,
  fromHex,
  LogClient,
  LogFault,
  MissingLogFile,
  type NoteSignature,
  parseInclusionProof,
  parseNote,
  quorumTime,
  TILE_WIDTH,
} from "@lotus/tlog";
import { readReceiptReply } from "../bet-proof/document.ts";
import type { BetReceipt } from "../bet-proof/receipt.ts";
import type { DrawTrust } from "../draw-proof/check-draw.ts";
import { type DrawProofDocument, readDrawProof } from "../draw-proof/document.ts";
import { isAbout, parseEntry, parseOddsEntry, type PeriodEntry } from "../draw-proof/entries.ts";
import { DRAW_TIMEOUT_MS } from "../draw-proof/period-times.ts";
import type { ShownClose } from "../draw-proof/shown-close.ts";
import { LogBundles } from "./log-bundles.ts";
import { LogTimes } from "./log-times.ts";
import { indexOf, type LogLine, type PeriodLog } from "./period-log.ts";

/** Another close, or a cancellation, is looked for from this long before the close on. */
const BEFORE_CLOSE_MS = 600_000;

/** A part of a log that is longer than this is not read: several thousand entries in a few minutes. */
const MAX_BUNDLES = 64;

/** Checkpoints of some seconds, by each of some witnesses. */
const MAX_NOTES = 500;

/** Reads from the log itself what it says about periods. One reader serves many periods. */
export class PeriodLogReader {
  readonly #trust: DrawTrust;
  readonly #fetch: FetchLogFile;
  readonly #client: LogClient;
  readonly #bundles: LogBundles;
  readonly #verifier: CheckpointVerifier;
  #head: AcceptedCheckpoint | null = null;

  /** `fetch` fetches a file of the log by its path, such as `checkpoint`. */
  constructor(trust: DrawTrust, fetch: FetchLogFile) {
    this.#trust = trust;
    this.#fetch = fetch;
    this.#client = new LogClient(fetch);
    this.#bundles = new LogBundles(this.#client);
    this.#verifier = trust.checkpoints ?? new CheckpointVerifier(trust.policy);
  }

  /** A checkpoint that says enough about a period, the known one if it does; null if there is none yet. */
  async #headFor(isEnough: (head: AcceptedCheckpoint) => boolean): Promise<AcceptedCheckpoint | null> {
    if (this.#head !== null && isEnough(this.#head)) return this.#head;
    const file = await this.#fetch("checkpoint");
    const accepted = file === null ? null : this.#verifier.accept(new TextDecoder().decode(file));
    if (accepted === null || typeof accepted === "string") return null;
    this.#head = accepted;
    return isEnough(accepted) ? accepted : null;
  }

  /** When a quorum had cosigned a checkpoint (epoch ms). */
  #cosignedAt(head: AcceptedCheckpoint): number | null {
    const atS = quorumTime(this.#trust.policy, head);
    return atS === null ? null : atS * 1000;
  }

  /**
   * What the log says about the period of a proof document, and whether it still begins with the log of a receipt; nothing
   * of either has to be verified. Null if nothing is decided yet, or the log cannot be read. Never rejects.
   */
  async read(proof: unknown, receipt?: unknown): Promise<PeriodLog | null> {
    const document = readDrawProof(proof);
    if (!document.ok) return null;
    const known = readReceiptReply(receipt);
    try {
      return await this.#read(document.document, known.ok ? known.receipt : undefined);
    } catch {
      // Fetching failed, or the log contradicts its own checkpoint: what cannot be read, proves nothing.
      return null;
    }
  }

  async #read(
    document: DrawProofDocument,
    receipt: Pick<BetReceipt, "logSize" | "logRoot"> | undefined,
  ): Promise<PeriodLog | null> {
    const { entries } = document;
    const drawn = indexIn(document, "draw");
    const time = roundTime(this.#trust.beacon, periodOf(document)?.round ?? document.round);
    const isOver = (at: number | null) => at === null || at >= time + DRAW_TIMEOUT_MS;
    const head = await this.#headFor((each) =>
      drawn === null ? isOver(this.#cosignedAt(each)) : drawn < each.checkpoint.size,
    );
    if (head === null) return null;
    const { checkpoint } = head;
    // An operator that restored a backup goes on in another log: what was said in the one before is not in this one.
    if (entries.some(({ proof }) => originOf(proof) !== checkpoint.origin)) return null;
    const part = await this.#partFor(document, checkpoint);
    if (part === null) return null;
    const [lines, odds]: [LogLine[], LogLine[]] = [[], []];
    for await (const { index, body, entry } of this.#bundles.between(checkpoint, part.from, part.to))
      if (entry !== null && entry.type !== "house" && isAbout(entry, document.gameCode, document.prizeNo))
        lines.push({ index, type: entry.type, body });
      else if (entry === null && parseOddsEntry(body) !== null) odds.push({ index, type: "odds", body });
    const extendsReceipt = receipt === undefined ? null : await this.#extends(head, receipt);
    const cosignedAt = this.#cosignedAt(head);
    return { origin: checkpoint.origin, cosignedAt, ...part, lines, odds, extendsReceipt };
  }

  /**
   * The close of a period that the log has, proved by what witnesses say they have cosigned (notes of their histories); null unless
   * they make a quorum before the round. Nothing of it has to be verified, and it never rejects.
   */
  async closeSeen(log: PeriodLog, notes: readonly string[], round: number): Promise<ShownClose | null> {
    const close = log.lines.find(({ type }) => type === "close");
    if (close === undefined) return null;
    const beforeS = roundTime(this.#trust.beacon, round) / 1000;
    for (const checkpoint of mergedNotes(notes)) {
      const accepted = this.#verifier.accept(checkpoint, beforeS);
      if (typeof accepted === "string" || accepted.checkpoint.size <= close.index) continue;
      if (accepted.checkpoint.origin !== log.origin) continue;
      try {
        // Mostly one checkpoint is enough.
        // oxlint-disable-next-line no-await-in-loop
        const hashes = await this.#client.inclusionProof(close.index, accepted.checkpoint.size);
        const proof = formatInclusionProof({ extra: null, index: close.index, hashes, checkpoint });
        return { body: close.body, proof };
      } catch {
        // The operator does not serve what the log had then: nothing is proved by this one.
      }
    }
    return null;
  }

  /** From before the close to the draw; of a period that is not drawn, to the time at which it could be at the latest. */
  async #partFor(
    document: DrawProofDocument,
    checkpoint: Checkpoint,
  ): Promise<{ readonly from: number; readonly to: number } | null> {
    const { beacon } = this.#trust;
    const drawn = indexIn(document, "draw");
    const announced = indexIn(document, "period");
    const period = periodOf(document);
    const time = roundTime(beacon, period?.round ?? document.round);
    const least = announced === null ? 0 : Math.min(announced + 1, checkpoint.size);
    const times = new LogTimes(this.#bundles, checkpoint, beacon);
    const from = await times.before((period?.closeAt ?? time) - BEFORE_CLOSE_MS, least);
    const to = drawn === null ? await times.after(time + DRAW_TIMEOUT_MS, from) : drawn + 1;
    // What the document shows is always read.
    const first = Math.min(from, ...["close", "void"].map((type) => indexIn(document, type) ?? from));
    return to - first > MAX_BUNDLES * TILE_WIDTH ? null : { from: Math.max(0, first), to };
  }

  /** Whether the log begins with the one that a receipt names; null if that is not published yet. */
  async #extends(
    { checkpoint }: AcceptedCheckpoint,
    { logSize, logRoot }: Pick<BetReceipt, "logSize" | "logRoot">,
  ): Promise<boolean | null> {
    const root = fromHex(logRoot, 32);
    if (root === null || logSize > checkpoint.size) return null;
    // The tiles of a consistency proof are those of the last entry, which are verified with it. So what then does not
    // agree is not a file that was damaged on its way.
    if (logSize > 0) await this.#bundles.bundle(checkpoint, Math.floor((logSize - 1) / TILE_WIDTH));
    try {
      await this.#client.verifyExtends({ ...checkpoint, size: logSize, root }, checkpoint);
      return true;
    } catch (error) {
      if (error instanceof LogFault && !(error instanceof MissingLogFile)) return false;
      throw error;
    }
  }
}

/** Notes of the same checkpoint as one, with all of their signatures. */
function mergedNotes(texts: readonly string[]): string[] {
  const byBody = new Map<string, NoteSignature[]>();
  for (const note of texts.slice(0, MAX_NOTES).map(parseNote)) {
    if (note === null) continue;
    const known = byBody.get(note.body) ?? [];
    const added = note.signatures.filter(
      (each) => !known.some(({ name, keyId }) => name === each.name && keyId === each.keyId),
    );
    byBody.set(note.body, [...known, ...added]);
  }
  return [...byBody].map(([body, signatures]) => formatNote({ body, signatures }));
}

/** The index of the document's entry of a type, by its proof; null without one. */
function indexIn({ entries }: DrawProofDocument, type: string): number | null {
  const entry = entries.find((each) => each.type === type);
  const index = entry === undefined ? -1 : indexOf(entry.proof);
  return index < 0 ? null : index;
}

/** Name of the log that a proof is about. */
function originOf(proof: string): string | undefined {
  return parseInclusionProof(proof)?.checkpoint.split("\n")[0];
}

function periodOf({ entries }: DrawProofDocument): PeriodEntry | null {
  const body = entries.find(({ type }) => type === "period")?.body;
  const entry = body === undefined ? null : parseEntry(body);
  return entry?.type === "period" ? entry : null;
}
