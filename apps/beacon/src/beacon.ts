import { type BeaconChain, randomnessOf, roundAt, SCHEME } from "@lotus/beacon";
import { signRound } from "@lotus/beacon/sign";
import { toHex } from "@lotus/tlog";
import { BEACON_ID, type BeaconKey } from "./key-file.ts";

/** A round as drand's HTTP API returns it. */
export interface BeaconRound {
  readonly round: number;
  readonly randomness: string;
  readonly signature: string;
}

/** Recent rounds, since every client asks for the same ones. */
const MAX_CACHED = 1_000;

/** A beacon run by one machine: it signs a round on request, but never before the round's time. */
export class Beacon {
  readonly #key: BeaconKey;
  /** Epoch milliseconds. */
  readonly #now: () => number;
  readonly #rounds = new Map<number, BeaconRound>();

  constructor(key: BeaconKey, now: () => number) {
    this.#key = key;
    this.#now = now;
  }

  get chain(): BeaconChain {
    return this.#key.chain;
  }

  /** The chain info of drand's HTTP API. */
  info(): object {
    const { hash, publicKey, periodS, genesisS } = this.chain;
    return {
      public_key: publicKey,
      period: periodS,
      genesis_time: genesisS,
      hash,
      groupHash: this.#key.genesisSeed,
      schemeID: SCHEME,
      metadata: { beaconID: BEACON_ID },
    };
  }

  /** The latest round published by now; 0 before the first. */
  latest(): number {
    return roundAt(this.chain, this.#now());
  }

  /** A published round; null if its time has not come or the number is invalid. */
  round(round: number): BeaconRound | null {
    if (!Number.isSafeInteger(round) || round < 1 || round > this.latest()) return null;
    const cached = this.#rounds.get(round);
    if (cached !== undefined) return cached;
    const signature = signRound(this.#key.secretKey, round);
    const signed = { round, randomness: toHex(randomnessOf(signature)), signature: toHex(signature) };
    if (this.#rounds.size >= MAX_CACHED) {
      const [oldest] = this.#rounds.keys();
      if (oldest !== undefined) this.#rounds.delete(oldest);
    }
    this.#rounds.set(round, signed);
    return signed;
  }
}
