import type { BeaconChain } from "@lotus/beacon";
import { checkBet, checkDraw, type DrawTrust, PeriodLogReader } from "@lotus/fair";
import { drawFor, findGame, payoutByRules } from "@lotus/games";
import { CheckpointVerifier, type FetchLogFile, parsePolicy, PolicyError } from "@lotus/tlog";
import type { BetStore } from "./bet-store.ts";
import type { CheckAnswers, CheckTask, FoundBet, NamedTrust } from "./check-tasks.ts";
import { isReadable, outcomeOf } from "./kept-bet.ts";
import type { BetCheck } from "./checks.ts";

type VerifyRound = (chain: BeaconChain, round: number, signature: Uint8Array) => boolean;

/** What checks need from outside. */
export interface CheckerDeps {
  readonly fetchLogFile: FetchLogFile;
  /** The reply of CALLS.proof. Rejects if it cannot be fetched. */
  readonly fetchProof: (gameCode: string, periodNo: string) => Promise<unknown>;
  /** Loads the pairing curve, which is large. */
  readonly loadVerifyRound: () => Promise<VerifyRound>;
  readonly store: Pick<BetStore, "putResult">;
}

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
  readonly #deps: CheckerDeps;
  readonly #rounds = new Map<string, boolean>();
  #prepared: Prepared | undefined;
  /** The proof that was fetched last. */
  #proof: { readonly key: string; readonly document: unknown } | undefined;

  constructor(deps: CheckerDeps) {
    this.#deps = deps;
  }

  /** @throws PolicyError for a trust that cannot be used */
  async run(task: CheckTask): Promise<CheckAnswers[CheckTask["kind"]]> {
    if (task.kind === "policy") return isUsable(task.policy);
    if (task.kind === "proof") return this.#holdProof(task.gameCode, task.periodNo);
    if (task.kind === "bet") return this.#checkBet(task);
    const { witnessNames, ...shared } = await this.#optionsFor(task.trust, task.proof);
    return { report: checkDraw(task.proof, { ...shared, expected: task.expected }), witnessNames };
  }

  async #holdProof(gameCode: string, periodNo: string): Promise<true> {
    const document = await this.#deps.fetchProof(gameCode, periodNo);
    this.#proof = { key: `${gameCode} ${periodNo}`, document };
    return true;
  }

  async #checkBet(task: Extract<CheckTask, { kind: "bet" }>): Promise<FoundBet> {
    const { gameCode, periodNo, account, orderNo, receipt, askedToCancel } = task;
    if (this.#proof?.key !== `${gameCode} ${periodNo}`) throw new Error("the proof was not fetched");
    const proof = this.#proof.document;
    const { witnessNames, ...shared } = await this.#optionsFor(task.trust, proof, receipt);
    const report = checkBet(
      { receipt, proof },
      { ...shared, payoutOf: payoutByRules, askedToCancel, expected: { orderNo } },
    );
    const check: BetCheck = { report, trust: { ...task.trustState, witnessNames } };
    if (!isReadable(check)) throw new Error("these are no documents");
    const result = { check, receipt, proof };
    const isStored = await this.#deps.store.putResult(account, orderNo, result).then(
      () => true,
      () => false,
    );
    return {
      outcome: outcomeOf(check, task.now),
      drawAt: report.draw.period?.entry.drawAt ?? 0,
      unstored: isStored ? null : result,
    };
  }

  /** What both kinds of checks need, with what the log has about the period. */
  async #optionsFor(named: NamedTrust, proof: unknown, receipt?: unknown) {
    const { trust, log, witnessNames } = this.#prepare(named);
    const [verify, period] = await Promise.all([this.#deps.loadVerifyRound(), log.read(proof, receipt)]);
    return {
      trust,
      witnessNames,
      draw: drawOf(proof),
      verifyRound: this.#remembering(verify),
      log: period,
    };
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
    this.#prepared = { key, trust, log: new PeriodLogReader(trust, this.#deps.fetchLogFile), witnessNames };
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
