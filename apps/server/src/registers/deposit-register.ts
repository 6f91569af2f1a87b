import { formatMoney, type Money, parseMoney } from "@lotus/money";
import { type AskRegister, RegisterSilent } from "./ask-register.ts";
import type { Person } from "./person.ts";

/** A deposit that is to be counted. */
export interface Deposit {
  readonly person: Person;
  readonly orderNo: string;
  readonly amount: Money;
  /** As 2026-11. */
  readonly month: string;
}

/** Whether a deposit was reserved, or what is left of the month's limit. */
export type Reserved =
  | { readonly outcome: "reserved" }
  | { readonly outcome: "over-limit"; readonly left: Money };

/**
 * A register that adds up a person's deposits over all houses. All is idempotent by order number, and of an order the
 * highest step counts, in whatever order they arrive. Everything rejects with RegisterSilent without an answer that
 * can be trusted.
 */
export interface DepositRegister {
  /** Step 0: reserves an amount within the limit of a month. */
  reserve(deposit: Deposit): Promise<Reserved>;
  /** The money has come: it counts for good, even where it was released before. */
  confirm(orderNo: string, step: number, amount: Money): Promise<void>;
  /** The money will not come: nothing is held any more, nor by a reserve that arrives later. */
  release(orderNo: string, step: number): Promise<void>;
}

/** The register behind an address; docs/protection.md has the wire format. */
export function depositRegister(ask: AskRegister, currency: string): DepositRegister {
  const about = async (orderNo: string, path: string, question: object) => {
    const answer = await ask(path, { orderNo, ...question });
    if (answer["orderNo"] !== orderNo) throw new RegisterSilent("other", "an answer about another order");
    return answer;
  };
  const report = async (orderNo: string, path: string, question: object): Promise<void> => {
    const { outcome } = await about(orderNo, path, question);
    if (outcome !== "done") throw new RegisterSilent("invalid", "an answer that acknowledges nothing");
  };
  return {
    reserve: async ({ person: { realName, birthDate }, orderNo, amount, month }) => {
      const question = { realName, birthDate, amount: formatMoney(amount), currency, month };
      const { outcome, left } = await about(orderNo, "/reserve", question);
      if (outcome === "reserved") return { outcome };
      const parsed = typeof left === "string" ? parseMoney(left) : undefined;
      if (outcome !== "over-limit" || parsed?.ok !== true)
        throw new RegisterSilent("invalid", "an answer without a verdict");
      return { outcome, left: parsed.value };
    },
    confirm: (orderNo, step, amount) =>
      report(orderNo, "/confirm", { step, amount: formatMoney(amount), currency }),
    release: (orderNo, step) => report(orderNo, "/release", { step }),
  };
}
