import type { BetStore } from "./bet-store.ts";
import { evidenceFiles } from "./evidence-files.ts";
import type { FoundBet } from "./check-tasks.ts";
import {
  type BetResult,
  heldReceipt,
  isOverdue,
  type KeptBet,
  leastNow,
  mergeKept,
  stateOf,
} from "./kept-bet.ts";
import type { EvidenceFile, OwnBet, OwnBets, PlacedBet, Shield } from "./own-bets.ts";
import type { BetCheck } from "./checks.ts";
import type { Seen } from "./not-shown.ts";
import type { BetVerifier } from "./verifier.ts";

/** Where documents come from, and when there is time for them. */
export interface BetCheckerDeps {
  readonly store: BetStore;
  /** What this device saw of a period before its round. Never rejects. */
  readonly seenOf: (bet: Pick<KeptBet, "account" | "gameCode" | "periodNo">) => Promise<Seen>;
  readonly verifier: BetVerifier;
  /** The reply of CALLS.receipt; null if the server does not know the order. Rejects if it cannot be fetched. */
  readonly fetchReceipt: (orderNo: string) => Promise<unknown>;
  /** Epoch milliseconds by this device. */
  readonly now: () => number;
  /** Epoch milliseconds by the server's clock. */
  readonly serverNow: () => number;
  /** Resolves when the page has nothing better to do, and the player looks at it and is online. */
  readonly whenIdle: () => Promise<void>;
  /** Whether the server answers the rest of the app. */
  readonly isAnswering: () => boolean;
  /** Runs something later; returns how to call it off. */
  readonly after: (ms: number, work: () => void) => () => void;
}

/** A bet in work. */
interface Known {
  kept: KeptBet;
  isOver: boolean;
  /** When it is to be checked next, by the server's clock; null for never. */
  dueAt: number | null;
  /** How often a check came to nothing in a row. */
  tries: number;
  isUnavailable: boolean;
  /** How often in a row the server did not show what was overdue, though it answered the rest of the app. */
  unanswered: number;
  shield: Shield;
}

const WAITING: Shield = { state: "waiting", checkedAt: null };
/** From the draw until its payouts are in the log, mostly. */
const AFTER_DRAW_MS = 4_000;
const FIRST_RETRY_MS = 3_000;
const LAST_RETRY_MS = 300_000;
/** What is overdue and is missing so often is no lost packet. */
const TRIES_UNANSWERED = 4;
/** After so many the next start of the app tries again. */
const MAX_TRIES = 12;
/** Results that are remembered where nothing can be stored. */
const RESULTS_KEPT = 50;

/** Checks the bets of one player one by one, in the background. */
export class BetChecker implements OwnBets {
  readonly #account: string;
  readonly #deps: BetCheckerDeps;
  readonly #bets = new Map<string, Known>();
  readonly #listeners = new Set<() => void>();
  readonly #results = new Map<string, BetResult>();
  /** The period whose proof was fetched: bets of it share it. */
  #proofOf: string | undefined;
  #isRunning = false;
  #callOff: () => void = () => {};
  #isClosed = false;

  constructor(account: string, deps: BetCheckerDeps) {
    this.#account = account;
    this.#deps = deps;
  }

  /** Goes on with what was pending when the app was closed. */
  async resume(): Promise<void> {
    const stored = await this.#deps.store.ofAccount(this.#account).catch(() => []);
    for (const kept of stored) {
      const known = this.#bets.get(kept.orderNo);
      if (known === undefined) this.#add(kept);
      // Became known while the store was read.
      else known.kept = { ...kept, receipt: kept.receipt ?? known.kept.receipt };
      this.#show(kept.orderNo);
    }
    this.#plan();
  }

  /** Nothing is checked any more: the player has logged out. */
  close(): void {
    this.#isClosed = true;
    this.#callOff();
    this.#listeners.clear();
  }

  watch(bets: readonly OwnBet[]): void {
    for (const { isOver, ...bet } of bets) {
      const known = this.#bets.get(bet.orderNo) ?? this.#begin(bet, null);
      const { placed = bet.placed, drawAt = bet.drawAt } = known.kept;
      known.kept = { ...known.kept, placed, drawAt };
      if (!isOver || known.isOver) continue;
      known.isOver = true;
      if (known.kept.outcome?.isFinal !== true) known.dueAt = 0;
    }
    this.#plan();
  }

  /** Resolves once it is stored, or cannot be. */
  async keep(bet: PlacedBet, receipt: unknown): Promise<void> {
    const known = this.#bets.get(bet.orderNo) ?? this.#begin(bet, receipt);
    const { receipt: first, placed } = known.kept;
    known.kept = { ...known.kept, receipt: first ?? receipt, placed: bet.placed ?? placed };
    this.#plan();
    await this.#save(known);
  }

  async askToCancel(bet: PlacedBet): Promise<void> {
    const known = this.#bets.get(bet.orderNo) ?? this.#begin(bet, null);
    known.kept = { ...known.kept, askedToCancel: true };
    await this.#save(known);
  }

  shieldOf(orderNo: string): Shield {
    return this.#bets.get(orderNo)?.shield ?? WAITING;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async checkOf(orderNo: string): Promise<BetCheck | null> {
    return (await this.#resultOf(orderNo))?.check ?? null;
  }

  async evidenceOf(orderNo: string): Promise<readonly EvidenceFile[]> {
    const result = await this.#resultOf(orderNo);
    if (result !== null) return evidenceFiles(orderNo, result);
    const kept = this.#bets.get(orderNo)?.kept;
    // Of a bet that the server hides, the device has what it was given before.
    if (kept?.outcome?.state !== "failed") return [];
    const { close } = await this.#deps.seenOf(kept);
    return evidenceFiles(orderNo, { receipt: kept.receipt, proof: null, shown: close });
  }

  async #resultOf(orderNo: string): Promise<BetResult | null> {
    const stored = this.#deps.store.resultOf(this.#account, orderNo).catch(() => null);
    return this.#results.get(orderNo) ?? (await stored);
  }

  #begin({ orderNo, gameCode, periodNo, placed, drawAt }: PlacedBet, receipt: unknown) {
    const { now } = this.#deps;
    const bet = { account: this.#account, orderNo, gameCode, periodNo, placed, drawAt, since: now() };
    return this.#add({ ...bet, receipt, askedToCancel: false, outcome: null });
  }

  #add(kept: KeptBet): Known {
    const known: Known = {
      kept,
      isOver: false,
      dueAt: kept.outcome?.isFinal === true ? null : 0,
      tries: 0,
      isUnavailable: false,
      unanswered: 0,
      shield: WAITING,
    };
    this.#bets.set(kept.orderNo, known);
    return known;
  }

  /** Checks what is due now, or waits for what is due next. */
  #plan(): void {
    if (this.#isRunning || this.#isClosed) return;
    this.#callOff();
    const times = [...this.#bets.values()].flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt]));
    if (times.length === 0) return;
    const wait = Math.min(...times) - this.#deps.serverNow();
    this.#callOff = this.#deps.after(Math.max(0, wait), () => void this.#run());
  }

  async #run(): Promise<void> {
    if (this.#isRunning || this.#isClosed) return;
    this.#isRunning = true;
    try {
      for (;;) {
        const next = this.#nextDue();
        if (next === undefined) break;
        // One by one: players place new bets meanwhile.
        // oxlint-disable-next-line no-await-in-loop
        await this.#deps.whenIdle();
        if (this.#isClosed) return;
        // oxlint-disable-next-line no-await-in-loop
        await this.#check(next);
      }
    } finally {
      this.#isRunning = false;
      this.#proofOf = undefined;
    }
    this.#plan();
  }

  /** The bet that has been due for longest; those of a period are together. */
  #nextDue(): Known | undefined {
    const now = this.#deps.serverNow();
    const due = [...this.#bets.values()].filter(({ dueAt }) => dueAt !== null && dueAt <= now);
    const ofPeriod = due.find(({ kept }) => this.#proofOf === keyOf(kept));
    return ofPeriod ?? due[0];
  }

  async #check(known: Known): Promise<void> {
    const { orderNo } = known.kept;
    const { store, verifier, fetchReceipt, seenOf } = this.#deps;
    try {
      const key = keyOf(known.kept);
      if (this.#proofOf !== key) await verifier.fetchProof(known.kept);
      this.#proofOf = key;
      // After the proof: what that says has happened, the receipt must know.
      const latest = await fetchReceipt(orderNo);
      // After the receipt: whichever window asks to cancel a bet, that is stored before the server is asked.
      const stored = await store.get(this.#account, orderNo).catch(() => null);
      known.kept = mergeKept(known.kept, stored);
      const receipt = heldReceipt(known.kept.receipt, latest);
      const seen = await seenOf(known.kept);
      const placed = { ...known.kept.placed, player: this.#player() };
      this.#found(known, receipt, await verifier.checkBet(receipt, { ...known.kept, placed }, seen));
    } catch {
      known.isUnavailable = true;
      this.#proofOf = undefined;
      this.#noteUnanswered(known);
      this.#again(known);
    }
    this.#show(orderNo);
    await this.#save(known);
  }

  /** Whoever answers everything but what became of a bet, hides it: red until it is shown. */
  #noteUnanswered(known: Known): void {
    const { now, serverNow, isAnswering } = this.#deps;
    const times = { now: now(), serverNow: serverNow() };
    const isHidden = isAnswering() && isOverdue(known.kept, leastNow(known.kept, times));
    known.unanswered = isHidden ? known.unanswered + 1 : 0;
    if (known.unanswered < TRIES_UNANSWERED) return;
    known.kept = { ...known.kept, outcome: { state: "failed", checkedAt: times.now, isFinal: false } };
  }

  #found(known: Known, receipt: unknown, { outcome, drawAt, isUnread, unstored }: FoundBet): void {
    known.isUnavailable = false;
    if (unstored !== null) this.#rememberResult(known.kept.orderNo, unstored);
    const wasNotShown = known.kept.wasNotShown === true || outcome.isNotShown === true;
    const { kept } = known;
    const isStillHidden = isUnread && kept.outcome?.state === "failed";
    known.kept = {
      ...kept,
      receipt: kept.receipt ?? (typeof receipt === "object" ? receipt : null),
      drawAt: drawAt > 0 ? drawAt : kept.drawAt,
      outcome: isStillHidden ? kept.outcome : outcome,
      wasNotShown,
    };
    if (isUnread) this.#noteUnanswered(known);
    else known.unanswered = 0;
    if (outcome.isFinal) known.dueAt = null;
    else {
      // The proof will grow, and the next bet of the period is checked by what it then says.
      this.#proofOf = undefined;
      if (drawAt + AFTER_DRAW_MS > this.#deps.serverNow()) known.dueAt = drawAt + AFTER_DRAW_MS;
      else this.#again(known);
    }
  }

  /** The pseudonym of this player, which is the same in all of their receipts: that of the first one. */
  #player(): string | undefined {
    const first = [...this.#bets.values()]
      .filter(({ kept }) => kept.receipt !== null)
      .reduce<Known | undefined>(
        (a, b) => (a === undefined || b.kept.since < a.kept.since ? b : a),
        undefined,
      );
    const leaf: unknown = Reflect.get(Object(first?.kept.receipt), "leaf");
    const player: unknown = Reflect.get(Object(leaf), "player");
    return typeof player === "string" ? player : undefined;
  }

  #rememberResult(orderNo: string, result: BetResult): void {
    this.#results.set(orderNo, result);
    const [oldest] = this.#results.keys();
    if (this.#results.size > RESULTS_KEPT && oldest !== undefined) this.#results.delete(oldest);
  }

  /** Tries again, later each time. */
  #again(known: Known): void {
    const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** known.tries);
    known.tries += 1;
    known.dueAt = known.tries > MAX_TRIES ? null : this.#deps.serverNow() + wait;
  }

  #show(orderNo: string): void {
    const known = this.#bets.get(orderNo);
    if (known === undefined) return;
    const shield = shieldFor(known);
    if (shield.state === known.shield.state && shield.checkedAt === known.shield.checkedAt) return;
    known.shield = shield;
    for (const listener of this.#listeners) listener();
  }

  /** A device that cannot remember checks all the same. */
  async #save({ kept }: Known): Promise<void> {
    await this.#deps.store.put(kept).catch(() => undefined);
  }
}

function keyOf({ gameCode, periodNo }: Pick<KeptBet, "gameCode" | "periodNo">): string {
  return `${gameCode} ${periodNo}`;
}

function shieldFor({ kept: { outcome }, isUnavailable }: Known): Shield {
  const checkedAt = outcome?.checkedAt ?? null;
  // What was found wrong stays wrong until the server shows otherwise.
  if (isUnavailable && outcome?.isFinal !== true && outcome?.state !== "failed")
    return { state: "unavailable", checkedAt };
  return { state: outcome === null ? "waiting" : stateOf(outcome), checkedAt };
}
