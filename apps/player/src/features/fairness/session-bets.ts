import { useSession } from "../../session/session.ts";
import type { BetChecker } from "./bet-checker.ts";
import { strikeOut, writeDown } from "./handed-receipts.ts";
import type { EvidenceFile, OwnBets, PlacedBet, Shield } from "./own-bets.ts";
import type { BetCheck } from "./checks.ts";

const WAITING: Shield = { state: "waiting", checkedAt: null };

/** The bets of whoever is logged in. What checks them is loaded when it is first needed. */
export class SessionBets implements OwnBets {
  readonly #load: (account: string) => Promise<BetChecker>;
  readonly #listeners = new Set<() => void>();
  #account = "";
  #loading: Promise<BetChecker> | undefined;
  #checker: BetChecker | undefined;

  constructor(load: (account: string) => Promise<BetChecker>) {
    this.#load = load;
  }

  /** Checks what is pending, and follows who logs in and out. */
  start(): void {
    const follow = () => void this.#current()?.catch(() => undefined);
    useSession.subscribe(follow);
    follow();
  }

  watch: OwnBets["watch"] = (bets) => this.#use((checker) => checker.watch(bets));

  keep: OwnBets["keep"] = (bet, receipt) => {
    const account = accountNow();
    // Whoever has logged out meanwhile is not known, and finds the bet in their records.
    if (account === "") return;
    writeDown(localStorage, account, { bet, receipt });
    this.#use((checker) => void checker.keep(bet, receipt).then(() => strikeOut(localStorage, bet.orderNo)));
  };

  async askToCancel(bet: PlacedBet): Promise<void> {
    // A device that cannot remember it asks all the same, and then calls the cancellation forged.
    await this.#current()?.then(
      (checker) => checker.askToCancel(bet),
      () => undefined,
    );
  }

  shieldOf(orderNo: string): Shield {
    return this.#isCurrent() ? (this.#checker?.shieldOf(orderNo) ?? WAITING) : WAITING;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async checkOf(orderNo: string): Promise<BetCheck | null> {
    return (await (await this.#current())?.checkOf(orderNo)) ?? null;
  }

  async evidenceOf(orderNo: string): Promise<readonly EvidenceFile[]> {
    return (await (await this.#current())?.evidenceOf(orderNo)) ?? [];
  }

  /** Without the parts of the app that check, nothing is checked; the next call loads them again. */
  #use(act: (checker: BetChecker) => void): void {
    this.#current()?.then(act, () => undefined);
  }

  #isCurrent(): boolean {
    return this.#account !== "" && this.#account === accountNow();
  }

  /** The checker of the player of this session; undefined without one. */
  #current(): Promise<BetChecker> | undefined {
    const account = accountNow();
    if (account === this.#account) return this.#loading ?? this.#begin();
    this.#checker?.close();
    this.#checker = undefined;
    this.#loading = undefined;
    this.#account = account;
    return this.#begin();
  }

  #begin(): Promise<BetChecker> | undefined {
    const account = this.#account;
    if (account === "") return undefined;
    const loading = this.#load(account).then((checker) => {
      if (account !== this.#account) checker.close();
      else {
        this.#checker = checker;
        checker.subscribe(() => this.#notify());
        this.#notify();
      }
      return checker;
    });
    this.#loading = loading;
    loading.catch(() => {
      if (this.#loading === loading) this.#loading = undefined;
    });
    return loading;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Username of the session; empty without one. */
function accountNow(): string {
  const { jwtToken, username } = useSession.getState();
  return jwtToken === "" ? "" : username;
}

/** The bets of this app. */
export const sessionBets = new SessionBets(async (account) =>
  (await import("./start-bet-checker.ts")).startBetChecker(account),
);
