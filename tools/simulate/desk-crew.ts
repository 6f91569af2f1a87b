import type { CallData } from "@lotus/contract";
import type { DESK_CALLS, Role } from "@lotus/contract/desk";
import { formatMoney } from "@lotus/money";
import type { DemoOperator } from "@lotus/server/desk";
import type { Random } from "./random.ts";
import type { Market } from "./market.ts";
import { Operator } from "./operator.ts";
import type { Player, World } from "./player.ts";
import type { SimulatedServer } from "./simulated-server.ts";

type Orders = CallData<typeof DESK_CALLS.withdrawals>;
type Changed = CallData<typeof DESK_CALLS.passWithdrawal>;
type Conversations = CallData<typeof DESK_CALLS.conversations>;

/** Simulated operators, two per action where the table of actions requires it. */
export class DeskCrew {
  readonly admin: Operator;
  readonly #random: Random;
  readonly #cashiers: readonly [Operator, Operator];
  /** Cashiers for withdrawals only: who passes a player's recharges must not pass their withdrawals. */
  readonly #payers: readonly [Operator, Operator];
  readonly #risk: readonly [Operator, Operator];
  readonly #support: Operator;
  #notices = 0;

  /** Signs in the demo's operators and additional ones. */
  static async open(server: SimulatedServer, world: World, random: Random): Promise<DeskCrew> {
    const enter = async ({ name, password, totpSecret }: DemoOperator): Promise<Operator> => {
      const operator = new Operator(world, { name, password, secret: totpSecret });
      await operator.begin();
      return operator;
    };
    const hire = async (name: string, role: Role): Promise<Operator> => {
      const password = `a long password of ${name.replaceAll("_", " ")}`;
      return await enter(await server.app.desk.makeOperator({ name, role, password }));
    };
    const [admin, cashier] = server.operators;
    if (admin === undefined || cashier === undefined) throw new Error("a demo has two operators");
    return new DeskCrew(random, {
      admin: await enter(admin),
      cashiers: [await enter(cashier), await hire("sim_cashier", "cashier")],
      payers: [await hire("sim_payer_a", "cashier"), await hire("sim_payer_b", "cashier")],
      risk: [await hire("sim_risk_a", "risk"), await hire("sim_risk_b", "risk")],
      support: await hire("sim_support", "support"),
    });
  }

  private constructor(
    random: Random,
    crew: {
      readonly admin: Operator;
      readonly cashiers: readonly [Operator, Operator];
      readonly payers: readonly [Operator, Operator];
      readonly risk: readonly [Operator, Operator];
      readonly support: Operator;
    },
  ) {
    this.admin = crew.admin;
    this.#random = random;
    this.#cashiers = crew.cashiers;
    this.#payers = crew.payers;
    this.#risk = crew.risk;
    this.#support = crew.support;
  }

  /** Processes everything that waits. */
  async round(): Promise<void> {
    await Promise.all([this.#review("recharge"), this.#review("withdrawal"), this.#answer()]);
  }

  async #review(kind: "recharge" | "withdrawal"): Promise<void> {
    const [first, second] = kind === "recharge" ? this.#cashiers : this.#payers;
    const path = `/desk/api/${kind}s`;
    const { data } = await first.read<Orders>(`${path}?status=pendingReview&page_size=50`);
    // Two clicks on one order at once are one review.
    for (const { id } of data.list.filter(() => this.#random.once(2))) {
      if (this.#random.once(6)) {
        await first.change(
          `cancel a ${kind}`,
          `${path}/${id}/cancel`,
          { reason: "no money came" },
          this.#random.once(3),
        );
        continue;
      }
      const passed = await first.change<Changed>(
        `pass a ${kind}`,
        `${path}/${id}/pass`,
        {},
        this.#random.once(3),
      );
      if (passed.code === 0 && passed.data.waitsForSecond && !this.#random.once(5))
        await second.change(`pass a ${kind} as the second`, `${path}/${id}/pass`, {});
    }
  }

  async #answer(): Promise<void> {
    const { data } = await this.#support.read<Conversations>("/desk/api/conversations?unread=1");
    for (const { id } of data.list.filter(() => this.#random.once(2))) {
      await this.#support.change("answer a player", `/desk/api/conversations/${id}/answer`, {
        text: "We look into it.",
      });
      if (this.#random.once(6))
        await this.#support.change("unlock addresses", `/desk/api/players/${id}/unlockAddresses`, {
          reason: "the player asked",
        });
    }
  }

  /** Publishes a notice to everybody. */
  async announce(): Promise<void> {
    this.#notices += 1;
    const notice = { title: `Notice ${this.#notices}`, body: "The server is open all day." };
    const texts = { "vi-VN": notice, "en-US": notice };
    await this.#support.change("publish a notice", "/desk/api/notices", { texts });
    await this.#support.change("send a message to many", "/desk/api/messages", {
      to: { status: "active" },
      texts,
    });
  }

  /** Gives a gift: a large one takes two people. */
  async give(player: Player): Promise<void> {
    const [first, second] = this.#risk;
    const amount = formatMoney(BigInt(this.#random.between(1, 60)) * 50_00n);
    const body = { amount, reason: "a gift of the operator" };
    const path = `/desk/api/players/${player.id}/gifts`;
    const given = await first.change<{ record: { id: string }; waitsForSecond: boolean }>(
      "give a gift",
      path,
      body,
      this.#random.once(3),
    );
    if (given.code === 0 && given.data.waitsForSecond)
      await second.change(
        "confirm a gift",
        `/desk/api/gifts/${given.data.record.id}/confirm`,
        {},
        this.#random.once(2),
      );
  }

  /** Two people void a period that is on sale. */
  async voidOne(market: Market): Promise<void> {
    if (market.onSale.length === 0) return;
    const { game, prizeNo } = this.#random.one(market.onSale);
    const path = `/desk/api/periods/${game}-${prizeNo}/void`;
    const body = { reason: "a test of the machine" };
    const [first, second] = this.#risk;
    await first.change("ask to void a period", path, body);
    await second.change("void a period", path, body);
  }
}
