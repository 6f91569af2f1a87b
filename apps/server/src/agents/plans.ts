import type { Margins, OverWhole } from "../betting/betting.ts";
import type { Queries } from "../db/database.ts";
import { MAX_PLAN_LEVELS, MAX_PLAN_SUM, planSum, type PlanRates } from "../settings/agent-settings.ts";
import * as sql from "./plans.sql.ts";

/** A version of the commission plan. */
export interface Plan extends PlanRates {
  readonly id: bigint;
  /** The first calendar day to which it applies. */
  readonly fromDay: string;
}

/** A version as the desk lists it. */
export interface ListedPlan extends Plan {
  readonly state: "past" | "inForce" | "coming" | "replaced";
  readonly operatorId: bigint | null;
  readonly operatorName: string | null;
  readonly reason: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

interface Row extends Record<string, unknown> {
  readonly id: bigint;
  readonly from_day: string;
  readonly rebate: number;
  readonly levels: readonly number[];
}

interface PlansOptions {
  readonly timeZone: string;
  /** The plan of the settings. */
  readonly first: PlanRates;
  readonly margins: Pick<Margins, "ofPlan">;
}

/** The published plan, or why it was refused: its rates are too high, alone or with the odds of an open game. */
export type PublishedPlan =
  | { readonly outcome: "published"; readonly id: bigint }
  | { readonly outcome: "too-high" }
  | { readonly outcome: "over"; readonly over: OverWhole };

/** The plans. A new one applies from tomorrow on, so what past days earned never changes. */
export class Plans {
  readonly #timeZone: string;
  readonly #first: PlanRates;
  readonly #margins: Pick<Margins, "ofPlan">;

  constructor({ timeZone, first, margins }: PlansOptions) {
    this.#timeZone = timeZone;
    this.#first = first;
    this.#margins = margins;
  }

  /** Stores the plan of the settings as the first one when there is none yet; it applies from today on. */
  async begin(db: Queries): Promise<void> {
    await db.query(sql.BEGIN, [this.#timeZone, this.#first.rebate, this.#first.levels]);
  }

  /** Today's plan, and the one that begins later. */
  async current(db: Queries): Promise<{ readonly plan: Plan; readonly next: Plan | null }> {
    const rows = await db.query<Row & { coming: boolean }>(sql.CURRENT, [this.#timeZone]);
    const [now, next] = [rows.find(({ coming }) => !coming), rows.find(({ coming }) => coming)];
    if (now === undefined) {
      await this.begin(db);
      const [first] = await db.query<Row>(sql.CURRENT, [this.#timeZone]);
      if (first === undefined) throw new Error("the server has no plan");
      return { plan: planOf(first), next: null };
    }
    return { plan: planOf(now), next: next === undefined ? null : planOf(next) };
  }

  /** Publishes a plan that applies from tomorrow on, if its rates and the odds leave room for it. */
  async publish(
    tx: Queries,
    {
      rebate,
      levels,
      operatorId,
      reason,
    }: PlanRates & { readonly operatorId: bigint; readonly reason: string },
  ): Promise<PublishedPlan> {
    const sum = planSum({ rebate, levels });
    if (sum > MAX_PLAN_SUM || levels.length > MAX_PLAN_LEVELS) return { outcome: "too-high" };
    const over = await this.#margins.ofPlan(tx, sum);
    if (over !== undefined) return { outcome: "over", over };
    await this.begin(tx);
    const values = [this.#timeZone, rebate, levels, operatorId, reason];
    const [row] = await tx.query<{ id: bigint }>(sql.PUBLISH, values);
    if (row === undefined) throw new Error("a plan was not kept");
    return { outcome: "published", id: row.id };
  }

  /** The newest versions below the id `before`. */
  async list(
    db: Queries,
    { before, limit }: { readonly before: bigint | null; readonly limit: number },
  ): Promise<readonly ListedPlan[]> {
    const rows = await db.query<
      Row & Pick<ListedPlan, "state" | "operatorId" | "operatorName" | "reason"> & { created_ms: bigint }
    >(sql.LIST, [this.#timeZone, before, limit]);
    return rows.map(({ state, operatorId, operatorName, reason, created_ms: created, ...row }) => ({
      ...planOf(row),
      state,
      operatorId,
      operatorName,
      reason,
      createdAt: Number(created),
    }));
  }
}

function planOf({ id, from_day: fromDay, rebate, levels }: Row): Plan {
  return { id, fromDay, rebate, levels };
}
