import { FILE_LIST_PATH, fileListHash, formatFileList } from "@lotus/fair/served-app";
import { type BeaconChain, chainHashOf, randomnessOf, roundOfDraw, roundTime, SCHEME } from "@lotus/beacon";
import { beaconPublicKey, beaconSecretKey, signRound } from "@lotus/beacon/sign";
import { beaconSeed, beaconUniform, canonicalJson, type CanonicalValue } from "@lotus/fair";
import { drawFor, findGame } from "@lotus/games";
import {
  concat,
  cosign,
  cosignerKey,
  formatCheckpoint,
  formatEntryBundle,
  formatInclusionProof,
  formatNote,
  formatVerifierKey,
  fromHex,
  leafHash,
  merklePath,
  merkleRoot,
  type NoteSignature,
  nobleHashing,
  parseTilePath,
  signNote,
  TILE_WIDTH,
  toHex,
  utf8,
  verifierKey,
} from "@lotus/tlog";
import { publicKeyOf } from "@lotus/tlog/testing/keys";

const seed = (n: number) => new Uint8Array(32).fill(n);
const ROOT = toHex(seed(7));

const BEACON_SECRET = beaconSecretKey(new Uint8Array(48).fill(5));
const START = Date.UTC(2026, 10, 21, 5, 0, 0);
const beaconFields = {
  publicKey: beaconPublicKey(BEACON_SECRET),
  genesisS: START / 1000 - 100_000,
  periodS: 3,
};
/** The beacon of the sample. */
export const CHAIN: BeaconChain = {
  hash: chainHashOf(beaconFields, { genesisSeed: toHex(seed(6)), beaconId: "sample" }),
  ...beaconFields,
};
const WITNESSES = [2, 3, 4].map((n) => ({ name: `w${n}.example`, secretKey: seed(n) }));
/** Addresses of the sample. */
export const URL_OF = {
  operator: "https://play.example",
  beacon: "https://beacon.example",
  witnesses: WITNESSES.map(({ name }) => `https://${name}`),
};
/** A game of the sample, and the length of its periods. */
export const GAME = "FFC";
const PERIOD_MS = 60_000;

export type Fields = { readonly [name: string]: CanonicalValue };

/** A checkpoint that was cosigned: its size, its note and the witnesses' own notes. */
interface Published {
  readonly size: number;
  readonly text: string;
  readonly at: number;
}

/** Keeps each round's signature: several draws and tests use the same. */
const rounds = new Map<number, Uint8Array>();

function signatureOf(round: number): Uint8Array {
  const known = rounds.get(round) ?? signRound(BEACON_SECRET, round);
  rounds.set(round, known);
  return known;
}

/**
 * An operator with its log, its witnesses and its beacon, all in memory, as far as HTTP shows them. Tests make it dishonest
 * by changing what it logs, what is cosigned, and what it shows.
 */
export class SampleOperator {
  now = START;
  readonly origin: string;
  readonly #logKey: Uint8Array;
  /** What is in the log; tests may change it. */
  entries: string[] = [];
  /** The witnesses that cosign, unless it is said otherwise. */
  cosigners: readonly number[] = [0, 1, 2];
  /** The checkpoint that the operator shows; null for an error. */
  shown: Published | null = null;
  /** All that were cosigned, for proofs. */
  readonly published: Published[] = [];
  /** The note that each witness shows. */
  readonly witnessed = new Map<string, string>();
  /** What each witness remembers of the last day, by its address. */
  readonly histories = new Map<string, string[]>();
  /** Files that are not served, and proof documents that the operator does not give. */
  readonly missing = new Set<string>();
  hasProofs = true;
  isBeaconUp = true;
  requests: string[] = [];
  /** The file of each version of the odds. */
  odds = canonicalJson({ K3: { "HZ.HZ": { 10: 79_900 } } });
  /** What is served to players, by address. */
  readonly pages = new Map([
    ["/", "the page"],
    ["/assets/a-1.js", "the script"],
  ]);
  /** What the list says that is served. */
  listed = new Map(this.pages);

  constructor({ origin = "log.example", key = 1 } = {}) {
    this.origin = origin;
    this.#logKey = seed(key);
  }

  get vkey(): string {
    return formatVerifierKey(verifierKey(this.origin, 1, publicKeyOf(this.#logKey)));
  }

  /** A policy that trusts two of the three witnesses. */
  policy(...logs: readonly string[]): string {
    return [
      ...[this.vkey, ...logs].map((vkey) => `log ${vkey}`),
      ...WITNESSES.map(
        (key, at) => `witness W${at} ${formatVerifierKey(cosignerKey(key.name, key.secretKey))}`,
      ),
      "group two 2 W0 W1 W2",
      "quorum two",
      "",
    ].join("\n");
  }

  log(type: string, fields: Fields): void {
    this.entries.push(canonicalJson({ type, ...fields }));
  }

  fileList(): string {
    return formatFileList([...this.listed].map(([path, text]) => ({ path, hash: fileListHash(text) })));
  }

  /** Logs what a log begins with. */
  begin(version?: number): this {
    this.logHouse(version);
    this.log("odds", { version: 1, hash: this.oddsHash(), from: START });
    return this;
  }

  /** Logs what is served now. */
  logHouse(version?: number): void {
    const { hash, publicKey, genesisS: genesis, periodS: period } = CHAIN;
    const beacon = { hash, publicKey, genesis, period, scheme: SCHEME };
    const app = fileListHash(this.fileList());
    const rules = version === undefined ? {} : { version };
    this.log("house", { origin: this.origin, beacon, rules: ROOT, app, ...rules });
  }

  oddsHash(): string {
    return fileListHash(this.odds);
  }

  /** The signed checkpoint of the log as it is, with these witnesses' cosignatures of this time. */
  sign({
    witnesses = this.cosigners,
    at = this.now,
  }: { witnesses?: readonly number[]; at?: number } = {}): Published {
    const root = merkleRoot(this.#leaves(this.entries.length));
    const body = formatCheckpoint({ origin: this.origin, size: this.entries.length, root });
    const own = signNote(body, this.origin, this.#logKey);
    const cosigned = WITNESSES.map((key): NoteSignature => cosign(body, key, Math.floor(at / 1000)));
    const signatures = [own, ...cosigned.filter((_, index) => witnesses.includes(index))];
    for (const index of witnesses) {
      const cosignature = cosigned[index];
      const url = URL_OF.witnesses[index];
      if (cosignature !== undefined && url !== undefined)
        this.witnessed.set(url, formatNote({ body, signatures: [own, cosignature] }));
    }
    return { size: this.entries.length, text: formatNote({ body, signatures }), at };
  }

  /** Has the log cosigned, and shows it. */
  publish(options: { witnesses?: readonly number[]; at?: number } = {}): void {
    this.shown = this.sign(options);
    this.published.push(this.shown);
  }

  /** The witnesses remember what they have cosigned last. */
  keepHistory(): void {
    for (const [url, note] of this.witnessed)
      this.histories.set(url, [...(this.histories.get(url) ?? []), note]);
  }

  /** The fields of the n-th period of the sample, from 1. */
  static period(n: number) {
    const openAt = START + n * PERIOD_MS;
    const drawAt = openAt + PERIOD_MS;
    return {
      game: GAME,
      periodNo: `20261121${String(n).padStart(4, "0")}`,
      openAt,
      closeAt: drawAt - 8_000,
      drawAt,
      round: roundOfDraw(CHAIN, drawAt),
      oddsVersion: 1,
    };
  }

  /** When the round of a period is published. */
  static roundTime(n: number): number {
    return roundTime(CHAIN, SampleOperator.period(n).round);
  }

  logPeriod(n: number, changes: Fields = {}): void {
    this.log("period", { ...SampleOperator.period(n), ...changes });
  }

  logClose(n: number, changes: Fields = {}): void {
    this.log("close", { ...this.#of(n), orders: 3, stake: "12.00", betsRoot: ROOT, ...changes });
  }

  logDraw(n: number, changes: Fields = {}): void {
    const { game, periodNo, round } = SampleOperator.period(n);
    const signature = signatureOf(round);
    const inputs = { chainHash: fromHex(CHAIN.hash) ?? seed(0), round, randomness: randomnessOf(signature) };
    const uniform = beaconUniform(beaconSeed({ ...inputs, game, periodNo }));
    const numbers = drawFor(findGame(game)?.family ?? "dice")(uniform);
    this.log("draw", { game, periodNo, round, signature: toHex(signature), numbers, ...changes });
  }

  logSettled(n: number, changes: Fields = {}): void {
    this.log("settled", { ...this.#of(n), payout: "8.00", refund: "0.00", payoutsRoot: ROOT, ...changes });
  }

  logVoid(n: number): void {
    this.log("void", { ...this.#of(n), reason: "technical problem" });
  }

  /** Answers as all servers of the sample do. */
  readonly fetch: typeof fetch = async (input) => {
    const url = input instanceof Request ? input.url : String(input);
    this.requests.push(url);
    const body = this.#reply(url);
    return new Response(body === null ? null : new Uint8Array(body), { status: body === null ? 404 : 200 });
  };

  #of(n: number) {
    const { game, periodNo } = SampleOperator.period(n);
    return { game, periodNo };
  }

  #reply(url: string): Uint8Array | null {
    const { operator, beacon } = URL_OF;
    if (url.startsWith(`${operator}/log/`)) return this.#file(url.slice(`${operator}/log/`.length));
    const [game, periodNo] = url.slice(`${operator}/api/lottery/proof/`.length).split("/");
    if (url.startsWith(`${operator}/api/lottery/proof/`)) return this.#document(game, periodNo);
    if (url === `${operator}/api/lottery/fairness`) return reply({ policy: this.policy() });
    if (url.startsWith(`${beacon}/${CHAIN.hash}/public/`)) return this.#round(Number(url.split("/").at(-1)));
    const originHash = toHex(nobleHashing.sha256(utf8(this.origin)));
    const [witness = "", query] = url.split(`/${originHash}/history?`);
    if (query !== undefined) return utf8(JSON.stringify({ checkpoints: this.histories.get(witness) ?? [] }));
    const page = this.pages.get(url.slice(operator.length));
    if (url.startsWith(operator) && page !== undefined) return utf8(page);
    if (url === operator + FILE_LIST_PATH) return utf8(this.fileList());
    const suffix = `/${originHash}/checkpoint`;
    const note = url.endsWith(suffix) ? this.witnessed.get(url.slice(0, -suffix.length)) : undefined;
    return note === undefined ? null : utf8(note);
  }

  #file(path: string): Uint8Array | null {
    if (this.missing.has(path)) return null;
    if (path.startsWith("odds/")) return utf8(this.odds);
    if (path === "checkpoint") return this.shown === null ? null : utf8(this.shown.text);
    const tile = parseTilePath(path);
    if (tile === null) return null;
    const from = tile.index * TILE_WIDTH;
    const count =
      tile.level === "entries" ? this.entries.length : this.entries.length / TILE_WIDTH ** tile.level;
    if (from + tile.width > count) return null;
    if (tile.level === "entries")
      return formatEntryBundle(this.entries.slice(from, from + tile.width).map(utf8));
    const leaves = this.#leaves(this.entries.length);
    const width = TILE_WIDTH ** tile.level;
    const hashes = Array.from({ length: tile.width }, (_, at) =>
      merkleRoot(leaves.slice((from + at) * width, (from + at + 1) * width)),
    );
    return concat(...hashes);
  }

  /** The entries of a period, each proved under the first checkpoint that has it. */
  #document(game: string | undefined, periodNo: string | undefined): Uint8Array | null {
    if (!this.hasProofs) return null;
    const about = `"game":"${game}",`;
    const entries = this.entries.flatMap((body, index) => {
      const first = this.published.find(({ size }) => size > index);
      if (!body.includes(about) || !body.includes(`"${periodNo}"`) || first === undefined) return [];
      const hashes = merklePath(this.#leaves(first.size), index).map(({ hash }) => hash);
      const proof = formatInclusionProof({ extra: null, index, hashes, checkpoint: first.text });
      return [{ type: String(Reflect.get(Object(JSON.parse(body)), "type")), body, proof }];
    });
    return reply({ entries });
  }

  #round(round: number): Uint8Array | null {
    if (!this.isBeaconUp || roundTime(CHAIN, round) > this.now) return null;
    const signature = signatureOf(round);
    return utf8(
      JSON.stringify({ round, randomness: toHex(randomnessOf(signature)), signature: toHex(signature) }),
    );
  }

  #leaves(size: number): readonly Uint8Array[] {
    return this.entries.slice(0, size).map((entry) => leafHash(utf8(entry)));
  }
}

function reply(data: object): Uint8Array {
  return utf8(JSON.stringify({ code: 0, msg: "", data }));
}
