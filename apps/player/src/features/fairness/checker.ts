import type { BeaconChain } from "@lotus/beacon";
import { checkBet, checkDraw, type DrawTrust, PeriodLogReader } from "@lotus/fair";
import { drawFor, findGame, payoutByRules } from "@lotus/games";
import { CheckpointVerifier, type FetchLogFile, parsePolicy, PolicyError } from "@lotus/tlog";
import type { CheckAnswers, CheckTask, NamedTrust } from "./check-tasks.ts";

type VerifyRound = (chain: BeaconChain, round: number, signature: Uint8Array) => boolean;

/** What is kept for the trust of many checks, which mostly is the same. */
interface Prepared {
  readonly key: string;
  readonly trust: DrawTrust;
  readonly log: PeriodLogReader;
  readonly witnessNames: readonly string[];
}

/** Draws of a few periods are checked again and again, by each of their bets. */
const ROUNDS_KEPT = 64;

/** Does the checks; runs in a worker, since a signature of the beacon takes a phone most of a second. */
export class Checker {
  readonly #fetchLogFile: FetchLogFile;
  readonly #loadVerifyRound: () => Promise<VerifyRound>;
  readonly #rounds = new Map<string, boolean>();
  #prepared: Prepared | undefined;

  /** `loadVerifyRound` loads the pairing curve, which is large. */
  constructor(fetchLogFile: FetchLogFile, loadVerifyRound: () => Promise<VerifyRound>) {
    this.#fetchLogFile = fetchLogFile;
    this.#loadVerifyRound = loadVerifyRound;
  }

  /** @throws PolicyError for a trust that cannot be used */
  async run(task: CheckTask): Promise<CheckAnswers[CheckTask["kind"]]> {
    if (task.kind === "policy") return isUsable(task.policy);
    const prepared = this.#prepare(task.trust);
    const [verify, log] = await Promise.all([
      this.#loadVerifyRound(),
      prepared.log.read(task.proof, task.kind === "bet" ? task.receipt : undefined),
    ]);
    const shared = {
      trust: prepared.trust,
      draw: drawOf(task.proof),
      verifyRound: this.#remembering(verify),
      log,
    };
    const { witnessNames } = prepared;
    if (task.kind === "draw")
      return { report: checkDraw(task.proof, { ...shared, expected: task.expected }), witnessNames };
    const { orderNo, askedToCancel } = task.expected;
    const report = checkBet(
      { receipt: task.receipt, proof: task.proof },
      { ...shared, payoutOf: payoutByRules, askedToCancel, expected: { orderNo } },
    );
    return { report, witnessNames };
  }

  #prepare({ policy: policyText, beacon }: NamedTrust): Prepared {
    const key = JSON.stringify([policyText, beacon]);
    if (this.#prepared?.key === key) return this.#prepared;
    const policy = parsePolicy(policyText);
    const { hash, publicKey, genesis, period } = beacon;
    const trust: DrawTrust = {
      policy,
      beacon: { hash, publicKey, genesisS: genesis, periodS: period },
      checkpoints: new CheckpointVerifier(policy),
    };
    const witnessNames = [...policy.witnesses.values()].map((witness) => witness.key.name);
    this.#prepared = { key, trust, log: new PeriodLogReader(trust, this.#fetchLogFile), witnessNames };
    return this.#prepared;
  }

  /** Verifies each round once: those of all games are the same. */
  #remembering(verify: VerifyRound): VerifyRound {
    return (chain, round, signature) => {
      const key = `${chain.hash} ${round} ${signature.join(" ")}`;
      const known = this.#rounds.get(key);
      if (known !== undefined) return known;
      const isGood = verify(chain, round, signature);
      if (this.#rounds.size >= ROUNDS_KEPT) this.#rounds.clear();
      this.#rounds.set(key, isGood);
      return isGood;
    };
  }
}

function isUsable(policy: string): boolean {
  try {
    parsePolicy(policy);
    return true;
  } catch (error) {
    if (error instanceof PolicyError) return false;
    throw error;
  }
}

/** The draw of the game that a proof names; checks of an unknown one fail for other reasons. */
function drawOf(proof: unknown): (uniform: (n: number) => number) => number[] {
  const code: unknown = Reflect.get(Object(proof), "gameCode");
  const family = typeof code === "string" ? findGame(code)?.family : undefined;
  return family === undefined ? () => [] : drawFor(family);
}
