import type { IdentityState } from "@lotus/contract";
import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import type { IdentitySettings } from "../settings/identity-settings.ts";
import * as sql from "./identity.sql.ts";

/** How far the house knows who a player is, and whether a withdrawal needs it. */
export interface WithdrawalNeed {
  readonly state: IdentityState;
  readonly needed: boolean;
}

/** Which withdrawals need to know who the player is. */
export class WithdrawalRule {
  readonly #settings: Pick<IdentitySettings, "needed" | "above">;
  readonly #withdrawn: (db: Queries, playerId: bigint) => Promise<Money>;

  /** `withdrawn` sums up what a player withdrew or asked for in the last 30 days. */
  constructor(
    settings: Pick<IdentitySettings, "needed" | "above">,
    withdrawn: (db: Queries, playerId: bigint) => Promise<Money>,
  ) {
    this.#settings = settings;
    this.#withdrawn = withdrawn;
  }

  /** Whether one more withdrawal of this amount needs it. In the transaction of the withdrawal it stays so. */
  async judge(db: Queries, playerId: bigint, amount: Money): Promise<WithdrawalNeed> {
    const [row] = await db.query<{ state: IdentityState }>(sql.READ, [playerId]);
    const state = row?.state ?? "none";
    if (state === "verified") return { state, needed: false };
    return { state, needed: await this.#isNeeded(db, playerId, amount) };
  }

  /** Remembers that a withdrawal was refused for it, in that withdrawal's transaction. */
  async ask(tx: Queries, playerId: bigint): Promise<void> {
    await tx.query(sql.ADD, [playerId]);
    await tx.query(sql.ASK, [playerId]);
  }

  async #isNeeded(db: Queries, playerId: bigint, amount: Money): Promise<boolean> {
    const { needed, above } = this.#settings;
    if (needed !== "above") return needed === "first-withdrawal";
    return (await this.#withdrawn(db, playerId)) + amount > above;
  }
}
