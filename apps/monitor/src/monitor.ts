import type { BeaconChain } from "@lotus/beacon";
import { BeaconRelays } from "@lotus/beacon/relays";
import {
  formatInclusionProof,
  isQuorum,
  LogClient,
  LogFault,
  parseVerifierKey,
  type Policy,
} from "@lotus/tlog";
import { addCosignatures, forgetCosigned, markIfTimely } from "./cosigned-checkpoints.ts";
import { applyEntry, missingLiabilities, timeOf } from "./entry-rules.ts";
import { type Evidence, type Fault, fault, type Finding, type Notice, notice } from "./finding.ts";
import { deadlinesOf, type Judgement, judgePeriod } from "./judge-period.ts";
import { LogHistory, MissingFiles, type SignedCheckpoint } from "./log-history.ts";
import { OperatorSite, Unreachable, witnessCheckpoint } from "./operator-site.ts";
import { compareOdds, isServedOpen } from "./odds-tables.ts";
import { compareNumbers, periodKey } from "./period-rules.ts";
import { checkProof } from "./proof-of-time.ts";
import { countReturn } from "./return-watch.ts";
import { compareApp, isAppDue } from "./served-app.ts";
import { judgeSettlement } from "./settlement-rules.ts";
import { emptyState, type MonitorState, type PeriodRecord } from "./state.ts";
import { countPeriod, noteReached, quorumBackSince } from "./void-watch.ts";
import { WitnessViews } from "./witness-views.ts";

export interface MonitorOptions {
  /** Address of the operator. */
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly policy: Policy;
  /** Changed by each poll. */
  readonly state: MonitorState;
  readonly witnessUrls: readonly string[];
  /** Relays of the beacon, from which it is known whether a round is published; may be empty. */
  readonly beaconUrls: readonly string[];
  readonly verifyRound: (chain: BeaconChain, round: number, signature: Uint8Array) => boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The result of looking once. */
export interface PollResult {
  readonly findings: readonly Finding[];
  /** Whether the operator was reached and everything it shows was read. */
  readonly isRead: boolean;
  /** Whether something can only be decided by looking again. */
  readonly isUndecided: boolean;
}

/** What one poll read before it checks the periods: entries before it, its time, and whether all was read. */
interface Look {
  readonly readBefore: number;
  readonly now: number;
  readonly isRead: boolean;
}

/** The operator may lack files, or show an older checkpoint, for this long. */
const TIMEOUT_MS = 60_000;
/** Proofs that are asked for in one poll. */
const MAX_PROOFS = 20;
const RELAY_TIMEOUT_MS = 5_000;

/** Follows a log from outside: reads all of it and applies the rules of `lot-fair/2`. */
export class Monitor {
  readonly #options: MonitorOptions;
  readonly #site: OperatorSite;
  #state: MonitorState;
  #history: LogHistory;
  #witnesses: WitnessViews;
  #relays: BeaconRelays | null = null;
  /** What the last poll could not do, so that it is reported once. */
  readonly #reported = new Set<string>();

  /** @throws RangeError for an address that is not one of an HTTP server */
  constructor(options: MonitorOptions) {
    this.#options = options;
    this.#site = new OperatorSite(options.url, options.fetch);
    this.#state = options.state;
    this.#history = this.#newHistory();
    this.#witnesses = new WitnessViews(this.#state, this.#history, this.#options.policy);
  }

  get state(): MonitorState {
    return this.#state;
  }

  /** Looks once at what operator and witnesses show. Never rejects for their faults. */
  async poll(): Promise<PollResult> {
    const now = this.#options.now();
    const findings: Finding[] = [];
    const readBefore = this.#state.read;
    let isRead = false;
    this.#site.hasMissed = false;
    const views = await this.#readWitnesses(findings);
    // Also while the operator is not reached: it could choose when that is.
    for (const view of views) addCosignatures(this.#state, { signed: view, by: "witness", now });
    noteReached(this.#state, [...new Set(views.flatMap(({ cosignedAt }) => [...cosignedAt.keys()]))], now);
    try {
      isRead = await this.#follow(views, now, findings);
      if (isRead) findings.push(...(await this.#compareFiles(now)));
      findings.push(...this.#solved("unreachable", notice("reachable", "the operator is reached again")));
      this.#state.missingSince = null;
    } catch (error) {
      findings.push(...this.#problem(error, now));
    }
    const isUndecided = await this.#judge({ readBefore, now, isRead }, findings);
    if (isRead) findings.push(...missingLiabilities(this.#state, now));
    forgetCosigned(this.#state, now);
    const isWaiting =
      this.#state.shortenedSince !== null || this.#state.ahead.length > 0 || isServedOpen(this.#state);
    return { findings, isRead, isUndecided: isUndecided || isWaiting || !isRead };
  }

  /** What is written to a file about a fault. */
  async evidence(found: Fault): Promise<Evidence> {
    const { checkpoint } = this.#state;
    const entries = found.entries.map(async ({ index, body }) => ({
      index,
      body,
      proof: checkpoint === null ? null : await this.#proofOf(index, checkpoint),
    }));
    return {
      fault: found.name,
      text: found.text,
      at: timeOf(this.#options.now()),
      url: this.#options.url,
      checkpoints: [...new Set([...found.checkpoints, ...(checkpoint === null ? [] : [checkpoint])])],
      entries: await Promise.all(entries),
      sightings: found.sightings,
    };
  }

  async #proofOf(index: number, checkpoint: string): Promise<string | null> {
    try {
      const hashes = await new LogClient(this.#site.file).inclusionProof(index, this.#state.size);
      return formatInclusionProof({ extra: null, index, hashes, checkpoint });
    } catch (error) {
      if (error instanceof LogFault || error instanceof Unreachable || error instanceof RangeError)
        return null;
      throw error;
    }
  }

  /** Compares what is served beside the log with its hashes in the log. */
  async #compareFiles(now: number): Promise<Finding[]> {
    const findings = await compareOdds(this.#state, this.#site.file, now);
    if (isAppDue(this.#state, now)) findings.push(...(await compareApp(this.#state, this.#site.page, now)));
    return findings;
  }

  #newHistory(): LogHistory {
    return new LogHistory(this.#site, () => this.#policy());
  }

  /** The policy, with the keys that the log has announced. */
  #policy(): Policy {
    const { policy } = this.#options;
    const keys = this.#state.keys.map(parseVerifierKey).filter((key) => key !== null);
    return { ...policy, logs: [...policy.logs, ...keys.map((key) => ({ key, url: null }))] };
  }

  /** The checkpoints that the witnesses show now. */
  async #readWitnesses(findings: Finding[]): Promise<(SignedCheckpoint & { readonly url: string })[]> {
    const { witnessUrls, fetch, policy } = this.#options;
    const origin = this.#state.origin ?? policy.logs[0]?.key.name ?? "";
    const texts = await Promise.all(
      witnessUrls.map((url) => witnessCheckpoint(url, LogHistory.originHash(origin), fetch)),
    );
    return witnessUrls.flatMap((url, at) => {
      const text = texts[at] ?? null;
      const unreachable = `witness ${url}`;
      if (text === null) {
        const gone = notice("witness-unreachable", `witness ${url} shows no checkpoint`);
        findings.push(...this.#new(unreachable, gone));
        return [];
      }
      const back = notice("witness-reachable", `witness ${url} is there again`);
      findings.push(...this.#solved(unreachable, back));
      const signed = this.#history.accept(text);
      if (typeof signed === "string" || signed.checkpoint.origin !== origin) {
        const what = typeof signed === "string" ? signed : "another log";
        findings.push(...this.#new(`bad ${url}`, notice("bad-witness", `witness ${url} shows ${what}`)));
        return [];
      }
      return [{ ...signed, url }];
    });
  }

  /** Reads what the operator shows. Returns whether all of it was read. */
  async #follow(
    views: readonly (SignedCheckpoint & { readonly url: string })[],
    now: number,
    findings: Finding[],
  ): Promise<boolean> {
    const text = await this.#site.checkpoint();
    const signed = this.#history.accept(text);
    // Not even a checkpoint: such as the page of a proxy.
    if (signed === "malformed") throw new Unreachable("what it serves is not a checkpoint");
    if (typeof signed === "string") {
      findings.push(fault("bad-checkpoint", `the operator shows: ${signed}`, { checkpoints: [text] }));
      return false;
    }
    findings.push(...this.#enter(signed), ...this.#checkQuorum(signed));
    addCosignatures(this.#state, { signed, by: "operator", now });
    findings.push(...(await this.#compare(signed, now)));
    const isFork = findings.some(({ kind }) => kind === "fault");
    // Those of a log that the operator has just replaced say nothing about the new one.
    const { origin } = signed.checkpoint;
    const ofLog = views.filter(({ checkpoint }) => checkpoint.origin === origin);
    if (!isFork) findings.push(...(await this.#witnesses.compare(ofLog, now)));
    if (findings.some(({ kind }) => kind === "fault")) return false;
    findings.push(...(await this.#readEntries(now)));
    const { shown } = this.#state;
    if (shown !== null && now - shown.at > TIMEOUT_MS) this.#state.upSince = now;
    this.#state.shown = { at: now, size: signed.checkpoint.size, checkpoint: text };
    return this.#state.shortenedSince === null;
  }

  /** Begins to follow a log, or the one that replaces it. */
  #enter({ checkpoint }: SignedCheckpoint): Finding[] {
    const { origin, size, checkpoint: last, policy, hasAudit, returns } = this.#state;
    if (origin === checkpoint.origin) return [];
    if (origin === null || last === null) {
      this.#state.origin = checkpoint.origin;
      return [];
    }
    this.#state = emptyState(policy);
    this.#state.origin = checkpoint.origin;
    this.#state.previous = { origin, size, checkpoint: last };
    // Another log is no way out of what was told in the first.
    [this.#state.hasAudit, this.#state.returns] = [hasAudit === true, returns ?? {}];
    this.#history = this.#newHistory();
    this.#witnesses = new WitnessViews(this.#state, this.#history, this.#options.policy);
    this.#relays = null;
    const text = `RESTORED: the operator shows the log ${checkpoint.origin} instead of ${origin}`;
    return [notice("restored", text)];
  }

  #checkQuorum({ cosignedAt }: SignedCheckpoint): readonly Notice[] {
    return isQuorum(this.#options.policy, new Set(cosignedAt.keys()))
      ? this.#solved("quorum", notice("no-quorum", "a quorum cosigns again"))
      : this.#new("quorum", notice("no-quorum", "the operator's checkpoint is not cosigned by a quorum"));
  }

  /** Compares what the operator shows with what it has shown. */
  async #compare(signed: SignedCheckpoint, now: number): Promise<Fault[]> {
    const known = this.#state.checkpoint;
    const { size } = signed.checkpoint;
    if (known !== null) {
      const [older, newer] = size < this.#state.size ? [signed.text, known] : [known, signed.text];
      const found = await this.#history.compare(older, newer);
      if (found !== null) return [found];
    }
    if (size < this.#state.size) {
      this.#state.shortenedSince ??= now;
      if (now - this.#state.shortenedSince <= TIMEOUT_MS) return [];
      const text = `the operator shows ${size} entries, after ${this.#state.size}`;
      return [fault("shortened", text, { checkpoints: [...(known === null ? [] : [known]), signed.text] })];
    }
    this.#state.shortenedSince = null;
    this.#state.checkpoint = signed.text;
    this.#state.size = size;
    return [];
  }

  async #readEntries(now: number): Promise<Finding[]> {
    const { checkpoint } = this.#state;
    if (checkpoint === null) return [];
    const findings: Finding[] = [];
    const { shown } = this.#state;
    const notShownAt = shown?.at ?? null;
    const before = shown?.checkpoint === undefined ? [] : [{ at: shown.at, checkpoint: shown.checkpoint }];
    const sightings = [...before, { at: now, checkpoint }];
    for await (const body of this.#history.entries(checkpoint, this.#state.read)) {
      const context = { now, notShownAt, sightings, isValidRound: this.#isValidRound };
      findings.push(...applyEntry(this.#state, { index: this.#state.read, body }, context));
      this.#state.read += 1;
    }
    return findings;
  }

  /** Each round is verified once, though it decides the draws of several games. */
  readonly #isValidRound = (chain: BeaconChain, round: number, signature: Uint8Array): boolean =>
    this.#relaysOf(chain).isValid(round, signature);

  #relaysOf(chain: BeaconChain): BeaconRelays {
    const { beaconUrls, fetch, verifyRound, now } = this.#options;
    const timeoutMs = RELAY_TIMEOUT_MS;
    this.#relays ??= new BeaconRelays({ chain, urls: beaconUrls, fetch, verifyRound, now, timeoutMs });
    return this.#relays;
  }

  /** Applies the rules that depend on time to every period. Returns whether some are undecided. */
  async #judge({ readBefore, now, isRead }: Look, findings: Finding[]): Promise<boolean> {
    const chain = this.#state.beacon;
    if (chain === null) return false;
    const { witnessUrls, fetch, policy } = this.#options;
    const quorumSince = quorumBackSince(this.#state, policy, now);
    const upSince = Math.max(this.#state.upSince ?? 0, quorumSince ?? 0);
    let [isUndecided, asked] = [false, 0];
    for (const record of Object.values(this.#state.periods)) {
      await this.#witnesses.askHistories(record, { chain, now, urls: witnessUrls, fetch });
      for (const deadline of deadlinesOf(record, chain)) {
        const isNew = deadline.entry.index >= readBefore;
        const checkpoints = this.#state.cosigned.filter(({ changedAt }) => isNew || changedAt === now);
        markIfTimely(deadline, this.#policy(), checkpoints);
      }
      let judgement = judgePeriod(record, chain, { now, quorumSince });
      if (judgement.wanted.length > 0 && asked < MAX_PROOFS) {
        asked += 1;
        findings.push(...judgement.findings.filter(({ kind }) => kind === "notice"));
        findings.push(...(await this.#ask(record, judgement, now)));
        judgement = judgePeriod(record, chain, { now, quorumSince });
      }
      findings.push(...judgement.findings);
      if (isRead) findings.push(...judgeSettlement(record, { now, upSince }));
      isUndecided ||= judgement.wanted.length > 0;
      if (judgement.ifPublished.length > 0) {
        const isPublished = await this.#isPublished(chain, record.round);
        isUndecided ||= !isPublished;
        if (isPublished) findings.push(...judgement.ifPublished);
        else findings.push(...this.#new(`round ${record.round}`, beaconLate(record)));
      }
      const signatureOf = (each: PeriodRecord) => this.#signatureOf(each, chain);
      findings.push(...(await countPeriod(this.#state, record, { chain, policy, now, signatureOf })));
      findings.push(...countReturn(this.#state, record));
      if (judgement.isOver) this.#forget(record);
    }
    return isUndecided;
  }

  /** The signature of a period's round, from relays or else from the operator; null if nobody shows it. */
  async #signatureOf(
    { game, periodNo, round }: PeriodRecord,
    chain: BeaconChain,
  ): Promise<Uint8Array | null> {
    const found = await this.#relaysOf(chain).round(round);
    const shown = found ?? (await this.#site.signature(game, periodNo));
    return shown !== null && this.#isValidRound(chain, round, shown) ? shown : null;
  }

  /** Asks the operator to prove that entries were in time, which the monitor did not see itself. */
  async #ask(record: PeriodRecord, { wanted }: Judgement, now: number): Promise<Finding[]> {
    for (const { entry } of wanted) entry.askedSince ??= now;
    try {
      const document = await this.#site.proof(record.game, record.periodNo);
      const { checkpoint, origin } = this.#state;
      if (document === null || checkpoint === null || origin === null) return [];
      const shown = { policy: this.#policy(), history: this.#history, origin, checkpoint };
      const found = await checkProof(document, wanted, shown);
      return found === null ? [] : [found];
    } catch (error) {
      return this.#problem(error, now);
    }
  }

  async #isPublished(chain: BeaconChain, round: number): Promise<boolean> {
    if (this.#options.beaconUrls.length === 0) return true;
    return (await this.#relaysOf(chain).round(round)) !== null;
  }

  #forget({ game, periodNo }: PeriodRecord): void {
    const last = this.#state.over[game];
    if (last === undefined || compareNumbers(last, periodNo) < 0) this.#state.over[game] = periodNo;
    delete this.#state.periods[periodKey(game, periodNo)];
  }

  /** @throws what is a bug of the monitor */
  #problem(error: unknown, now: number): Finding[] {
    if (error instanceof Unreachable)
      return [
        ...this.#new("unreachable", notice("unreachable", `the operator is not reached: ${error.message}`)),
      ];
    if (error instanceof MissingFiles) {
      this.#state.missingSince ??= now;
      if (now - this.#state.missingSince <= TIMEOUT_MS) return [];
    } else if (!(error instanceof LogFault)) throw error;
    return [fault("bad-tiles", `the operator's files: ${error.message}`)];
  }

  #new(problem: string, found: Notice): readonly Notice[] {
    if (this.#reported.has(problem)) return [];
    this.#reported.add(problem);
    return [found];
  }

  #solved(problem: string, found: Notice): readonly Notice[] {
    return this.#reported.delete(problem) ? [found] : [];
  }
}

function beaconLate({ round }: PeriodRecord): Notice {
  return notice("beacon-late", `the beacon has not published round ${round}`);
}
