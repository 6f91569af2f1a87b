import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BeaconChain, randomnessOf } from "@lotus/beacon";
import { beaconSeed, beaconUniform, readShownClose, type ShownClose } from "@lotus/fair";
import { drawFor } from "@lotus/games";
import { sql } from "@lotus/server/db/database";
import { readProof } from "@lotus/server/draws/proof";
import { LogKey } from "@lotus/server/fairness/log-key";
import { openTestDraws, type TestDraws } from "@lotus/server/testing/draws";
import { recordedBeacon } from "@lotus/server/testing/recorded-beacon";
import { openTestDatabase, setTestClock, type TestDatabase } from "@lotus/server/testing/test-database";
import {
  cosign,
  cosignerKey,
  formatSignature,
  formatVerifierKey,
  fromHex,
  parseNote,
  toHex,
} from "@lotus/tlog";
import { WitnessClient } from "@lotus/tlog/witness-client";
import { CheckpointStore } from "@lotus/witness/store";
import { originHashOf, Witness } from "@lotus/witness/witness";

/*
 * A house with one game, whose owner may have one of three witnesses: what it shows to phones, to verifiers and to a monitor. The
 * program of the server is the honest one; the owner decides whom it asks for cosignatures, and what its own witness says.
 */

export const GAME = "FFC";
const ORIGIN = "log.test";
export const HOUSE_URL = "https://house.test";
export const BEACON_URL = "https://beacon.test";
export const WITNESS_URLS = [0, 1, 2].map((at) => `https://w${at}.test`);
const OWN = { name: "w0.test", secretKey: new Uint8Array(32).fill(90) };

/** Whether a witness that others run answers at all, and by which clock. */
export type Health = "up" | "killed" | "cut off" | "lagging";
const LAG_MS = 4_000;

interface HouseOptions {
  readonly folder: string;
  readonly start: number;
  /** Whether the owner looks at each round before deciding whether its close was cosigned in time. */
  readonly isChoosing: boolean;
  /** Of a witness at a time. */
  readonly healthOf: (witness: number, at: number) => Health;
  /** What a period would pay of what was staked in it. */
  readonly costOf: (periodNo: string, numbers: readonly number[]) => number;
  /** Above this the owner who chooses would rather have none of it. */
  readonly maxCost: number;
}

interface WaitingClose {
  readonly periodNo: string;
  readonly round: number;
}

const WAITING = sql`
  SELECT p.period_no, p.round FROM log_entry e JOIN period p ON p.game = e.game AND p.period_no = e.period_no
  WHERE e.type = 'close' AND p.state = 'closed' AND e.index < $1`;
const TAKE_TOLD = sql`DELETE FROM live_event WHERE event = 'close' RETURNING payload::text AS payload`;

export class WatchedHouse {
  readonly base: TestDatabase;
  readonly draws: TestDraws;
  readonly chain: BeaconChain;
  readonly #options: HouseOptions;
  readonly #witnesses: readonly Witness[];
  readonly #clock: { now: number };
  /** What phones were shown, and when; `bytes` is the size of the event. */
  readonly shown = new Map<string, ShownClose & { readonly at: number; readonly bytes: number }>();
  /** The newest note of the owner's witness, as it shows it. */
  #ownNote: string | null = null;

  private constructor(
    options: HouseOptions,
    base: TestDatabase,
    witnesses: readonly Witness[],
    clock: { now: number },
  ) {
    [this.#options, this.base, this.#witnesses, this.#clock] = [options, base, witnesses, clock];
    const keys = [cosignerKey(OWN.name, OWN.secretKey), ...witnesses.map(({ key }) => key)];
    const lines = keys.map((key, at) => `witness w${at} ${formatVerifierKey(key)} ${WITNESS_URLS[at]}\n`);
    const beacon = recordedBeacon(() => clock.now);
    this.chain = beacon.chain;
    this.draws = openTestDraws(base.db, {
      codes: [GAME],
      aheadMs: 3_600_000,
      fairness: {
        beacon,
        witnesses: [0, 1, 2].map((at) => this.#cosigner(at)),
        witnessLines: `${lines.join("")}group two 2 w0 w1 w2\nquorum two\n`,
        paceNow: () => clock.now,
      },
    });
  }

  static async open(options: HouseOptions): Promise<WatchedHouse> {
    const base = await openTestDatabase();
    await setTestClock(base.db, options.start);
    const clock = { now: options.start };
    const witnesses = [1, 2].map((at) => {
      const store = join(options.folder, `${options.isChoosing ? "chosen" : "honest"}-${at}`);
      mkdirSync(store);
      return new Witness({
        name: `w${at}.test`,
        secretKey: new Uint8Array(32).fill(90 + at),
        // The key of `openTestDraws`.
        logs: [new LogKey(ORIGIN, new Uint8Array(32).fill(7)).verifier],
        store: new CheckpointStore(store),
        now: () => clock.now - (options.healthOf(at, clock.now) === "lagging" ? LAG_MS : 0),
      });
    });
    return new WatchedHouse(options, base, witnesses, clock);
  }

  get now(): number {
    return this.#clock.now;
  }

  /** Lets time pass, the server do what is due, and phones get what the stream brings. */
  async until(at: number): Promise<void> {
    this.#clock.now = at;
    await setTestClock(this.base.db, at);
    await this.draws.tick();
    // No time passes while a busy machine keeps a witness from answering: the server waits for it by another clock.
    await this.draws.fairness.answered();
    await this.draws.tick();
    for (const { payload } of await this.base.db.query<{ payload: string }>(TAKE_TOLD)) {
      const told: { prizeNo: string } = JSON.parse(payload);
      const close = readShownClose(told);
      if (close === null || this.shown.has(told.prizeNo)) continue;
      this.shown.set(told.prizeNo, { ...close, at, bytes: Buffer.byteLength(payload) });
    }
  }

  /** The numbers of a period; its round must be published. */
  async numbersOf({ periodNo, round }: WaitingClose): Promise<number[]> {
    const signature = await this.draws.fairness.rounds.get(round);
    const chainHash = fromHex(this.chain.hash, 32);
    if (signature === null || chainHash === null) throw new Error(`round ${round} is not known`);
    const inputs = { chainHash, round, randomness: randomnessOf(signature), game: GAME, periodNo };
    return drawFor("five-digits")(beaconUniform(beaconSeed(inputs)));
  }

  /** The proof document of a period, as a phone gets it. */
  async proofOf(periodNo: string): Promise<object | null> {
    const proof = await readProof(this.base.db, this.draws.fairness, GAME, periodNo);
    return proof === null ? null : JSON.parse(JSON.stringify(proof.document));
  }

  /** A file of the log. */
  readonly file = async (path: string): Promise<Uint8Array | null> => {
    const found = await this.draws.fairness.files.read(path);
    return found === null ? null : new Uint8Array(Buffer.from(found.body));
  };

  /** What a monitor gets from the house, the witnesses and the beacon. */
  readonly fetch: typeof fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const body = await this.#reply(url);
    return new Response(body === null ? null : new Uint8Array(Buffer.from(body)), {
      status: body === null ? 404 : 200,
    });
  };

  async close(): Promise<void> {
    await this.draws.stop();
    await this.base.close();
  }

  async #reply(url: URL): Promise<string | Uint8Array | null> {
    const [, first = "", ...rest] = url.pathname.split("/");
    if (url.origin === HOUSE_URL && first === "log") return this.file(rest.join("/"));
    if (url.origin === HOUSE_URL) {
      const data = await this.proofOf(rest.at(-1) ?? "");
      return data === null ? null : JSON.stringify({ code: 0, msg: "", data });
    }
    if (url.origin === BEACON_URL) return this.#round(Number(rest.at(-1)));
    const at = WITNESS_URLS.indexOf(url.origin);
    if (this.#isAway(at)) throw new TypeError("no answer");
    if (at === 0) return rest[0] === "checkpoint" ? this.#ownNote : null;
    const witness = this.#witnesses[at - 1];
    if (witness === undefined || first !== originHashOf(ORIGIN)) return null;
    if (rest[0] === "checkpoint") return witness.latest(first);
    const [from, to] = ["from", "to"].map((name) => Number(url.searchParams.get(name)));
    return JSON.stringify({ checkpoints: await witness.history(first, from ?? 0, to ?? 0) });
  }

  async #round(round: number): Promise<string | null> {
    const signature = await this.draws.fairness.rounds.get(round);
    if (signature === null) return null;
    return JSON.stringify({
      round,
      randomness: toHex(randomnessOf(signature)),
      signature: toHex(signature),
    });
  }

  #isAway(witness: number): boolean {
    const health = this.#options.healthOf(witness, this.now);
    return health === "killed" || health === "cut off";
  }

  /** The witness as the owner's server asks it. */
  #cosigner(at: number) {
    const witness = this.#witnesses[at - 1];
    const client =
      witness === undefined
        ? null
        : new WitnessClient({
            key: witness.key,
            url: WITNESS_URLS[at] ?? "",
            timeoutMs: 60_000,
            fetch: async (_url, init) => {
              if (this.#isAway(at)) throw new TypeError("no answer");
              const asked = typeof init?.body === "string" ? init.body : "";
              const { status, body, contentType } = await witness.addCheckpoint(asked);
              return new Response(body, {
                status,
                headers: { "Content-Type": contentType ?? "text/plain" },
              });
            },
          });
    type Cosign = WitnessClient["cosign"];
    const cosignBy: Cosign = async (checkpoint, proofFrom) => {
      const waiting = this.#options.isChoosing ? await this.#waitingIn(checkpoint.size) : [];
      const isUnknown = waiting.some(({ round }) => this.#timeOf(round) > this.now);
      if (client === null) return this.#ownCosignature(checkpoint.checkpoint, waiting, isUnknown);
      // Two witnesses of others would be a quorum, and leave no choice.
      const isEnough = isUnknown && at === 2 && !this.#isAway(1);
      return isEnough ? { ok: false, why: "unreachable" } : client.cosign(checkpoint, proofFrom);
    };
    return { name: `w${at}`, cosign: cosignBy };
  }

  /** The owner's witness says what suits the owner, once the round is known. */
  async #ownCosignature(note: string, waiting: readonly WaitingClose[], isUnknown: boolean) {
    const { isChoosing, healthOf, costOf, maxCost } = this.#options;
    const health = isChoosing ? "up" : healthOf(0, this.now);
    if (isUnknown || health === "killed" || health === "cut off")
      return { ok: false, why: "unreachable" } as const;
    let at = this.now - (health === "lagging" ? LAG_MS : 0);
    for (const close of waiting) {
      const cost = costOf(close.periodNo, await this.numbersOf(close));
      if (cost <= maxCost) at = Math.min(at, this.#timeOf(close.round) - 1_000);
    }
    const body = parseNote(note)?.body ?? "";
    const signature = cosign(body, OWN, Math.floor(at / 1000));
    this.#ownNote = `${note}${formatSignature(signature)}`;
    return { ok: true, line: formatSignature(signature), timestampS: Math.floor(at / 1000) } as const;
  }

  async #waitingIn(size: number): Promise<WaitingClose[]> {
    const rows = await this.base.db.query<{ period_no: string; round: bigint }>(WAITING, [size]);
    return rows.map(({ period_no: periodNo, round }) => ({ periodNo, round: Number(round) }));
  }

  #timeOf(round: number): number {
    return this.draws.fairness.rounds.timeOf(round);
  }
}
