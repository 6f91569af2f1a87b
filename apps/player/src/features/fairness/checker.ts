import type { BeaconChain } from "@lotus/beacon";
import {
  checkBet,
  checkDraw,
  type DrawReport,
  type DrawTrust,
  oddsPath,
  type PeriodLog,
  PeriodLogReader,
  pinnedChain,
  type PublicParties,
  publicWitness,
  type ShownClose,
  whoRuns,
} from "@lotus/fair";
import { drawFor, findGame, payoutByRules } from "@lotus/games";
import { CheckpointVerifier, type FetchLogFile, parsePolicy, PolicyError } from "@lotus/tlog";
import { witnessNotes } from "@lotus/tlog/witness-history";
import type { BetStore } from "./bet-store.ts";
import type { CheckAnswers, CheckTask, FoundBet, KnownTrust, NamedTrust } from "./check-tasks.ts";
import { isLogRead, leastNow, outcomeOf } from "./kept-bet.ts";
import type { BetCheck } from "./checks.ts";
import { isNotShown } from "./not-shown.ts";

type VerifyRound = (chain: BeaconChain, round: number, signature: Uint8Array) => boolean;

/** What checks need from outside. */
export interface CheckerDeps {
  readonly fetchLogFile: FetchLogFile;
  /** For the witnesses. */
  readonly fetch: typeof fetch;
  /** The reply of CALLS.proof. Rejects if it cannot be fetched. */
  readonly fetchProof: (gameCode: string, periodNo: string) => Promise<unknown>;
  /** Loads the pairing curve, which is large. */
  readonly loadVerifyRound: () => Promise<VerifyRound>;
  readonly store: Pick<BetStore, "putResult">;
  /** The public beacons and witnesses; by default those of the build. */
  readonly parties?: PublicParties;
}

/** What is kept for the trust of many checks, which mostly is the same. */
interface Prepared {
  readonly key: string;
  readonly trust: DrawTrust;
  readonly log: PeriodLogReader;
  readonly known: KnownTrust;
}

/** Draws of a few periods are checked again and again, by each of their bets. */
const ROUNDS_KEPT = 64;
const ODDS_KEPT = 16;

/** Does the checks; runs in a worker, since a signature of the beacon takes a phone most of a second. */
export class Checker {
  readonly #deps: CheckerDeps;
  readonly #rounds = new Map<string, boolean>();
  readonly #odds = new Map<number, string>();
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
    if (task.kind === "returns") {
      // Few ask for it.
      const { readLogReturns } = await import("./log-returns.ts");
      return readLogReturns({ ...this.#deps, policy: this.#prepare(task.trust).trust.policy });
    }
    const { known, ...shared } = await this.#optionsFor(task.trust, task.proof);
    const { expected, serverNow: now } = task;
    return { report: checkDraw(task.proof, { ...shared, expected, now }), trust: known };
  }

  async #holdProof(gameCode: string, periodNo: string): Promise<true> {
    const document = await this.#deps.fetchProof(gameCode, periodNo);
    this.#proof = { key: `${gameCode} ${periodNo}`, document };
    return true;
  }

  async #checkBet(task: Extract<CheckTask, { kind: "bet" }>): Promise<FoundBet> {
    const { gameCode, periodNo, account, orderNo, receipt, askedToCancel, placed, seen } = task;
    if (this.#proof?.key !== `${gameCode} ${periodNo}`) throw new Error("the proof was not fetched");
    const proof = this.#proof.document;
    const { known, ...shared } = await this.#optionsFor(task.trust, proof, receipt);
    const oddsTable = await this.#oddsOf(receipt);
    const now = leastNow(task, task);
    const check = (shown: ShownClose | null) =>
      checkBet(
        { receipt, proof },
        {
          ...shared,
          oddsTable,
          payoutOf: payoutByRules,
          askedToCancel,
          placed,
          shown,
          expected: { orderNo, gameCode, prizeNo: periodNo },
          now,
        },
      );
    const first = check(seen.close);
    // Whoever was not shown the close asks the witnesses.
    const found = first.draw.wasShown ? null : await this.#closeSeen(task.trust, first.draw, shared.log);
    const [report, close] = found === null ? [first, seen.close] : [check(found), found];
    const checked: BetCheck = { report, trust: { ...task.trustState, ...known } };
    const shown = report.draw.wasShown ? close : null;
    const result = { check: checked, receipt, proof, shown, odds: oddsTable };
    const isStored = await this.#deps.store.putResult(account, orderNo, result).then(
      () => true,
      () => false,
    );
    return {
      outcome: outcomeOf(checked, task.now, task.wasNotShown === true || isNotShown(first, seen)),
      drawAt: report.draw.period?.entry.drawAt ?? 0,
      isUnread: !isLogRead(report.draw),
      unstored: isStored ? null : result,
    };
  }

  /** The close of a period that is void by rule, if witnesses had cosigned it in time after all. */
  async #closeSeen(named: NamedTrust, draw: DrawReport, log: PeriodLog | null): Promise<ShownClose | null> {
    const { period, voided, roundTime: before } = draw;
    if (log === null || period === null || before === null || voided?.by !== "rule") return null;
    const { trust, log: reader } = this.#prepare(named);
    const span = { from: period.entry.closeAt, to: before };
    const notes = await witnessNotes(trust.policy, log.origin, span, this.#deps.fetch);
    return reader.closeSeen(log, notes, period.entry.round);
  }

  /** The table of odds that a receipt names; fetched once a version, since it never changes. Null without one. */
  async #oddsOf(receipt: unknown): Promise<string | null> {
    const version: unknown = Reflect.get(Object(Reflect.get(Object(receipt), "leaf")), "oddsVersion");
    if (typeof version !== "number") return null;
    const known = this.#odds.get(version);
    if (known !== undefined) return known;
    const file = await this.#deps.fetchLogFile(oddsPath(version)).catch(() => null);
    if (file === null) return null;
    const table = new TextDecoder().decode(file);
    if (this.#odds.size >= ODDS_KEPT) this.#odds.clear();
    this.#odds.set(version, table);
    return table;
  }

  /** What both kinds of checks need, with what the log has about the period. */
  async #optionsFor(named: NamedTrust, proof: unknown, receipt?: unknown) {
    const { trust, log, known } = this.#prepare(named);
    const [verify, period] = await Promise.all([this.#deps.loadVerifyRound(), log.read(proof, receipt)]);
    return {
      trust,
      known,
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
    const { parties, fetchLogFile } = this.#deps;
    const trust: DrawTrust = {
      policy,
      beacon: pinnedChain({ hash, publicKey, genesisS: genesis, periodS: period }, parties),
      checkpoints: new CheckpointVerifier(policy),
      ...(parties === undefined ? {} : { parties }),
    };
    const witnesses = [...policy.witnesses.values()];
    const known = {
      ...whoRuns(trust, parties),
      witnessNames: witnesses.map((witness) => witness.key.name),
      operators: [...new Set(witnesses.flatMap((each) => publicWitness(each, parties)?.runBy ?? []))],
    };
    this.#prepared = { key, trust, log: new PeriodLogReader(trust, fetchLogFile), known };
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
