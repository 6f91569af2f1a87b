import type { Action } from "@lotus/contract/desk";
import type { Money } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import { refuse, type OperatorCaller, type Refused } from "../../http/handler.ts";
import type { Word, WordBeside } from "../../wallet/wallet.ts";
import { secondPerson } from "../operators/second-person.ts";
import type { DeskDeps } from "../desk-deps.ts";
import type { Verdict } from "./duties.ts";

/** Why the table of actions refuses an operator's action for a player. */
export type DutyRefusal = Refused<"PLAYER_STATE_REFUSES" | "KEPT_APART">;

/** One action that the table limits by sums, player states or earlier actions, in one transaction. */
export class DutyWork {
  readonly #deps: Pick<DeskDeps, "duties" | "config" | "operators">;
  readonly #action: Action;
  readonly #caller: Pick<OperatorCaller, "operatorId" | "role">;
  readonly #first: Action;
  #playerId: bigint | null = null;
  #verdict: Verdict | null = null;

  constructor(
    deps: Pick<DeskDeps, "duties" | "config" | "operators">,
    action: Action,
    caller: Pick<OperatorCaller, "operatorId" | "role">,
    /** The action of the first of two people, if it differs. */
    first: Action = action,
  ) {
    this.#deps = deps;
    this.#action = action;
    this.#caller = caller;
    this.#first = first;
  }

  /** Serializes the operator's actions; must precede any other lock of the transaction. */
  readonly begin = async (tx: Queries): Promise<void> => {
    await this.#deps.duties.begin(tx, this.#caller.operatorId);
  };

  /** Decides under the lock of the player's money. */
  readonly judge = async (
    tx: Queries,
    { playerId, amount }: { readonly playerId: bigint; readonly amount: Money },
  ): Promise<Word> => {
    const request = { ...this.#caller, action: this.#action, playerId, amount };
    this.#playerId = playerId;
    this.#verdict = await this.#deps.duties.judge(tx, request);
    return this.#verdict.verdict;
  };

  /** Records the action after `judge`, with the amount that this operator moved alone. */
  readonly record = async (tx: Queries, alone: Money = 0n): Promise<void> => {
    if (this.#playerId === null) return;
    const { operatorId } = this.#caller;
    const done = { operatorId, action: this.#action, playerId: this.#playerId, alone };
    await this.#deps.duties.record(tx, done);
  };

  /**
   * What this operator's confirmation counts for after those of `operators`, ignoring any whose own actions keep them
   * from it by now.
   */
  readonly beside = async (tx: Queries, operators: readonly bigint[]): Promise<WordBeside> => {
    const { duties, config, operators: accounts } = this.#deps;
    const playerId = this.#playerId;
    const firsts =
      playerId === null ? operators : await duties.notKept(tx, this.#first, { playerId, operators });
    if (firsts.length === 0) return "first";
    const { operatorId } = this.#caller;
    const second = { action: this.#first, operatorId, newDays: config.operatorNewDays, operators: accounts };
    return await secondPerson(tx, second, firsts);
  };

  /** Why it was refused; null when it was not. */
  refusal(): DutyRefusal | null {
    if (this.#verdict?.verdict !== "refused") return null;
    if (this.#verdict.why === "player") return refuse("PLAYER_STATE_REFUSES");
    return refuse("KEPT_APART", { values: { days: this.#deps.duties.bounds.sums.separationDays } });
  }
}
