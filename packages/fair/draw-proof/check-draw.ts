import { type BeaconChain, randomnessOf, roundOfDraw, roundTime, SCHEME } from "@lotus/beacon";
import {
  fromHex,
  type Hashing,
  type InclusionFault,
  leafHash,
  nobleHashing,
  type Policy,
  sameBytes,
  utf8,
  verifyInclusionProof,
} from "@lotus/tlog";
import { beaconSeed, beaconUniform } from "./beacon-seed.ts";
import { type DrawProofDocument, type ProvenEntry, readDrawProof } from "./document.ts";
import { type DrawLogEntry, parseEntry, type PeriodEntry } from "./entries.ts";

/** Sales close at least this long before the draw, so that the close can be cosigned before the round exists. */
const CLOSE_BEFORE_DRAW_MS = 8_000;

/** What a verifier trusts, pinned by itself and never taken from a document. */
export interface DrawTrust {
  readonly policy: Policy;
  readonly beacon: BeaconChain;
}

/** How a draw is verified. */
export interface CheckDrawOptions {
  readonly trust: DrawTrust;
  /** The family's draw over U(n). */
  readonly draw: (uniform: (n: number) => number) => number[];
  /** BLS verification, passed in because the pairing curve is large. */
  readonly verifyRound: (chain: BeaconChain, round: number, signature: Uint8Array) => boolean;
  /** What the document must be about: the requested draw, and the result that was shown. */
  readonly expected?: {
    readonly gameCode?: string;
    readonly prizeNo?: string;
    readonly numbers?: readonly number[];
  };
  readonly hashing?: Hashing;
}

/** What is wrong with a draw. */
export type DrawFault =
  | { readonly name: "malformed"; readonly field: string }
  /** About another draw than requested, or with another result than shown. */
  | { readonly name: "other-draw" }
  | { readonly name: "other-result" }
  /** Another beacon than the pinned one. */
  | { readonly name: "other-beacon" }
  /** An entry is missing, occurs twice, is malformed, or is about another draw. */
  | { readonly name: "missing-entry" | "double-entry" | "bad-entry" | "foreign-entry"; readonly type: string }
  /** An entry is not in the log, by the pinned policy; or it is, but was not cosigned by a quorum in time. */
  | { readonly name: InclusionFault | "too-late"; readonly type: string }
  /** Entries are in another log, or in another order, than they must be. */
  | { readonly name: "other-log" | "wrong-order"; readonly type: string }
  /** The times of a period do not allow a fair draw. */
  | { readonly name: "bad-times" }
  /** Another round than the one computed from the time of the draw. */
  | { readonly name: "wrong-round" }
  | { readonly name: "bad-signature-of-round" }
  | { readonly name: "wrong-numbers" };

/** The steps of a verification, in order. */
export type DrawStepName = "document" | "period" | "close" | "round" | "numbers" | "settled";

/** A step: `open` if it cannot be decided yet. */
export interface DrawStep {
  readonly step: DrawStepName;
  readonly state: "ok" | "open" | "failed";
  readonly faults: readonly DrawFault[];
}

/**
 * valid: drawn, and everything holds. voided: validly cancelled before its round. pending: not drawn yet, and everything
 * so far holds. invalid: anything failed.
 */
export type DrawVerdict = "valid" | "voided" | "pending" | "invalid";

/** The result of verifying a draw. */
export interface DrawReport {
  readonly verdict: DrawVerdict;
  readonly steps: readonly DrawStep[];
  /** Whether witnesses had to cosign; false under a policy with `quorum none`. */
  readonly isWatched: boolean;
  /** Why the period was cancelled, if it was. */
  readonly voided: string | null;
}

/** Verifies the proof of a draw of `lot-fair/2`. Never throws for its content. */
export function checkDraw(value: unknown, options: CheckDrawOptions): DrawReport {
  const isWatched = options.trust.policy.quorum !== null;
  const read = readDrawProof(value);
  if (!read.ok) {
    const faults = read.fields.map((field): DrawFault => ({ name: "malformed", field }));
    return { verdict: "invalid", steps: [stepOf("document", faults)], isWatched, voided: null };
  }
  const check = new Check(read.document, options);
  const steps = [
    check.document(),
    check.period(),
    check.close(),
    check.round(),
    check.numbers(),
    check.settled(),
  ];
  return { verdict: check.verdictOf(steps), steps, isWatched, voided: check.voided };
}

/** An entry that is in the log. */
interface LoggedEntry<Entry extends DrawLogEntry = DrawLogEntry> {
  readonly entry: Entry;
  readonly index: number;
  readonly origin: string;
}

/** One verification; the steps must run in their order. */
class Check {
  readonly #document: DrawProofDocument;
  readonly #options: CheckDrawOptions;
  readonly #hashing: Hashing;
  #house: LoggedEntry | undefined;
  #period: LoggedEntry<PeriodEntry> | undefined;
  #close: LoggedEntry | undefined;
  #randomness: Uint8Array | undefined;
  voided: string | null = null;

  constructor(document: DrawProofDocument, options: CheckDrawOptions) {
    this.#document = document;
    this.#options = options;
    this.#hashing = options.hashing ?? nobleHashing;
  }

  /** The document is about the requested draw, and about the pinned beacon. */
  document(): DrawStep {
    const { gameCode, prizeNo, numbers, beacon, entries } = this.#document;
    const { expected = {}, trust } = this.#options;
    const faults: DrawFault[] = [];
    if ((expected.gameCode ?? gameCode) !== gameCode || (expected.prizeNo ?? prizeNo) !== prizeNo)
      faults.push({ name: "other-draw" });
    if (expected.numbers !== undefined && !isSame(expected.numbers, numbers))
      faults.push({ name: "other-result" });
    if (!isBeacon(beacon, trust.beacon)) faults.push({ name: "other-beacon" });
    for (const { type, body } of entries)
      if (parseEntry(body)?.type !== type) faults.push({ name: "bad-entry", type });
    return stepOf("document", faults);
  }

  /** The period was in the log, cosigned, before its sale opened, with the round that follows from its times. */
  period(): DrawStep {
    const { trust } = this.#options;
    const faults: DrawFault[] = [];
    const house = this.#find("house", faults);
    const period = this.#find("period", faults, (entry) => entry.openAt);
    [this.#house, this.#period] = [house, period];
    if (
      house !== undefined &&
      (!isBeacon(house.entry.beacon, trust.beacon) || house.entry.origin !== house.origin)
    )
      faults.push({ name: "other-beacon" });
    if (period === undefined) return stepOf("period", faults);
    const { openAt, closeAt, drawAt, round } = period.entry;
    this.#checkOrder(house, period, faults);
    const at = roundTime(trust.beacon, round);
    if (openAt >= closeAt || closeAt + CLOSE_BEFORE_DRAW_MS > drawAt || closeAt >= at)
      faults.push({ name: "bad-times" });
    const isRound = round === roundOfDraw(trust.beacon, drawAt) && round >= 1;
    if (!isRound || this.#document.round !== round || this.#document.roundTime !== at)
      faults.push({ name: "wrong-round" });
    return stepOf("period", faults);
  }

  /** The sales, or the cancellation, were in the log and cosigned before the round existed. */
  close(): DrawStep {
    const period = this.#period;
    if (period === undefined) return openStep("close");
    const faults: DrawFault[] = [];
    const before = () => roundTime(this.#options.trust.beacon, period.entry.round);
    if (this.#has("void")) {
      const cancelled = this.#find("void", faults, before);
      this.#checkOrder(period, cancelled, faults);
      if (this.#document.numbers !== null || this.#has("draw"))
        faults.push({ name: "foreign-entry", type: "void" });
      this.voided = cancelled?.entry.reason ?? null;
      return stepOf("close", faults);
    }
    if (!this.#has("close")) return this.#document.numbers === null ? openStep("close") : missing("close");
    this.#close = this.#find("close", faults, before);
    this.#checkOrder(period, this.#close, faults);
    return stepOf("close", faults);
  }

  /** The signature is that of the pinned beacon for the round. */
  round(): DrawStep {
    const { signature: text, randomness } = this.#document.beacon;
    if (text === null) {
      const isOpen = randomness === null && this.#document.numbers === null;
      return isOpen ? openStep("round") : stepOf("round", [{ name: "bad-signature-of-round" }]);
    }
    const signature = fromHex(text, 48);
    const { trust, verifyRound } = this.#options;
    const value = signature === null ? undefined : randomnessOf(signature);
    const isGood =
      signature !== null &&
      value !== undefined &&
      sameBytes(value, fromHex(randomness) ?? new Uint8Array(0)) &&
      verifyRound(trust.beacon, this.#document.round, signature);
    if (!isGood) return stepOf("round", [{ name: "bad-signature-of-round" }]);
    this.#randomness = value;
    return stepOf("round", []);
  }

  /** The numbers follow from the round, and the log has the same. */
  numbers(): DrawStep {
    const { gameCode, prizeNo, round, numbers, beacon } = this.#document;
    const faults: DrawFault[] = [];
    const logged = this.#has("draw") ? this.#find("draw", faults) : undefined;
    this.#checkOrder(this.#close, logged, faults);
    if (numbers === null && !this.#has("draw")) return openStep("numbers");
    const chainHash = fromHex(beacon.hash, 32);
    if (this.#randomness === undefined || chainHash === null) {
      return stepOf("numbers", [...faults, { name: "wrong-numbers" }]);
    }
    const seed = beaconSeed(
      { chainHash, round, randomness: this.#randomness, game: gameCode, periodNo: prizeNo },
      this.#hashing,
    );
    const computed = this.#options.draw(beaconUniform(seed, this.#hashing));
    const entry = logged?.entry;
    const isLogged =
      entry === undefined ||
      (isSame(entry.numbers, computed) && entry.round === round && entry.signature === beacon.signature);
    if (!isSame(computed, numbers) || !isLogged) faults.push({ name: "wrong-numbers" });
    return stepOf("numbers", faults);
  }

  /** The payouts are in the log, after the close. */
  settled(): DrawStep {
    if (!this.#has("settled")) return openStep("settled");
    const faults: DrawFault[] = [];
    const settled = this.#find("settled", faults);
    this.#checkOrder(this.#close, settled, faults);
    if (this.#document.numbers === null) faults.push({ name: "foreign-entry", type: "settled" });
    return stepOf("settled", faults);
  }

  verdictOf(steps: readonly DrawStep[]): DrawVerdict {
    if (steps.some(({ state }) => state === "failed")) return "invalid";
    if (this.voided !== null) return "voided";
    return steps.every(({ step, state }) => state === "ok" || step === "settled") ? "valid" : "pending";
  }

  #has(type: string): boolean {
    return this.#document.entries.some((entry) => entry.type === type);
  }

  /**
   * The only entry of a type, verified to be in the log. With `before` a quorum must have cosigned it before that time
   * (epoch ms). Adds what is wrong to `faults`.
   */
  #find<Type extends DrawLogEntry["type"]>(
    type: Type,
    faults: DrawFault[],
    before?: (entry: Extract<DrawLogEntry, { type: Type }>) => number,
  ): LoggedEntry<Extract<DrawLogEntry, { type: Type }>> | undefined {
    const found = this.#document.entries.filter((entry) => entry.type === type);
    const [proven] = found;
    if (proven === undefined) faults.push({ name: "missing-entry", type });
    if (found.length > 1) faults.push({ name: "double-entry", type });
    const entry = proven === undefined ? null : parseEntry(proven.body);
    if (proven === undefined || entry === null || !isOfType(entry, type)) return undefined;
    if (
      "game" in entry &&
      (entry.game !== this.#document.gameCode || entry.periodNo !== this.#document.prizeNo)
    )
      faults.push({ name: "foreign-entry", type });
    const place = this.#verify(proven, type, before === undefined ? undefined : before(entry), faults);
    return place === undefined ? undefined : { entry, ...place };
  }

  #verify(
    { body, proof }: ProvenEntry,
    type: string,
    before: number | undefined,
    faults: DrawFault[],
  ): { readonly index: number; readonly origin: string } | undefined {
    const { policy } = this.#options.trust;
    const leaf = leafHash(utf8(body), this.#hashing);
    const result = verifyInclusionProof(
      leaf,
      proof,
      policy,
      before === undefined ? undefined : before / 1000,
    );
    if (typeof result !== "string") return { index: result.index, origin: result.checkpoint.origin };
    const isLate = result === "no-quorum" && typeof verifyInclusionProof(leaf, proof, policy) !== "string";
    faults.push({ name: isLate ? "too-late" : result, type });
    return undefined;
  }

  /** Both entries are in the same log, the first one earlier. */
  #checkOrder(first: LoggedEntry | undefined, second: LoggedEntry | undefined, faults: DrawFault[]): void {
    if (first === undefined || second === undefined) return;
    const { type } = second.entry;
    if (first.origin !== second.origin || second.origin !== this.#house?.origin)
      faults.push({ name: "other-log", type });
    if (first.index >= second.index) faults.push({ name: "wrong-order", type });
  }
}

function isOfType<Type extends DrawLogEntry["type"]>(
  entry: DrawLogEntry,
  type: Type,
): entry is Extract<DrawLogEntry, { type: Type }> {
  return entry.type === type;
}

/** Whether a document or the log names the pinned beacon. */
function isBeacon(
  named: { hash: string; publicKey: string; genesis: number; period: number; scheme: string },
  pinned: BeaconChain,
): boolean {
  return (
    named.hash === pinned.hash &&
    named.publicKey === pinned.publicKey &&
    named.genesis === pinned.genesisS &&
    named.period === pinned.periodS &&
    named.scheme === SCHEME
  );
}

function isSame(a: readonly number[], b: readonly number[] | null): boolean {
  return b !== null && a.length === b.length && a.every((number, at) => number === b[at]);
}

function stepOf(step: DrawStepName, faults: readonly DrawFault[]): DrawStep {
  return { step, state: faults.length === 0 ? "ok" : "failed", faults };
}

function openStep(step: DrawStepName): DrawStep {
  return { step, state: "open", faults: [] };
}

function missing(type: "close"): DrawStep {
  return stepOf(type, [{ name: "missing-entry", type }]);
}
