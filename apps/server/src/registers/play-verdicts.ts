import type { Logger } from "pino";
import type { Caller } from "../http/handler.ts";
import type { ExclusionRegister } from "./exclusion-register.ts";
import type { PersonOf } from "./person.ts";

/**
 * What the exclusion register lets a player do; `silent` without an answer, and `unknown` before they say who they are.
 * `unproven` is who has not shown it to the house yet, where that comes first.
 */
export type PlayVerdict = "free" | "excluded" | "silent" | "unknown" | "unproven";

/** Whether a session may play: at once where the register has answered, so that a bet costs one look-up. */
export type MayPlay = (caller: Caller) => PlayVerdict | Promise<PlayVerdict>;

/** Sessions whose verdict is kept; beyond, the oldest are asked about again. */
const CAPACITY = 100_000;

/** A failure is kept this long, so that a player's many windows do not hammer a register that is down. */
export const FAILURE_MS = 1_000;

interface Kept {
  readonly playerId: bigint;
  verdict: PlayVerdict | null;
  /** While the register is asked. */
  asking: Promise<PlayVerdict> | null;
  until: number;
}

export interface PlayVerdictsOptions {
  readonly register: ExclusionRegister;
  readonly personOf: PersonOf;
  readonly log: Logger;
  /** How long an answer holds for a session that goes on. */
  readonly keepMs: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/**
 * The register's verdicts on the sessions of this server, in memory: each session asks once, and nothing of the person
 * is kept. A verdict ends with its session.
 */
export class PlayVerdicts {
  readonly #options: PlayVerdictsOptions;
  readonly #kept = new Map<string, Kept>();

  constructor(options: PlayVerdictsOptions) {
    this.#options = options;
  }

  mayPlay({ playerId, familyId }: Caller): PlayVerdict | Promise<PlayVerdict> {
    const kept = this.#kept.get(familyId);
    if (kept !== undefined) {
      if (kept.asking !== null) return kept.asking;
      if (kept.verdict !== null && this.#options.now() < kept.until) return kept.verdict;
      this.#kept.delete(familyId);
    }
    return this.#ask(playerId, familyId);
  }

  /** Forgets a session that has ended; an answer that is still on its way is not kept. */
  forgetSession(familyId: string): void {
    this.#kept.delete(familyId);
  }

  /** Forgets the sessions of a player, who may be known by another name from now on. */
  forgetPlayer(player: bigint): void {
    for (const [familyId, { playerId }] of this.#kept) if (playerId === player) this.#kept.delete(familyId);
  }

  #forgetOthers(kept: Kept): void {
    for (const [familyId, other] of this.#kept)
      if (other !== kept && other.playerId === kept.playerId && other.verdict === "free")
        this.#kept.delete(familyId);
  }

  size(): number {
    return this.#kept.size;
  }

  #ask(playerId: bigint, familyId: string): Promise<PlayVerdict> {
    const kept: Kept = { playerId, verdict: null, asking: null, until: 0 };
    const asking = this.#verdictOn(playerId).then((verdict) => {
      this.#keep(familyId, kept, verdict);
      return verdict;
    });
    kept.asking = asking;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < CAPACITY) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(familyId, kept);
    return asking;
  }

  #keep(familyId: string, kept: Kept, verdict: PlayVerdict): void {
    const { now, keepMs } = this.#options;
    // Whoever is excluded plays in no other session either, and their chases end: all are asked about again.
    if (verdict === "excluded") this.#forgetOthers(kept);
    kept.asking = null;
    kept.verdict = verdict;
    kept.until = now() + (verdict === "silent" ? FAILURE_MS : keepMs);
    // Who has just said who they are plays at once.
    if (verdict === "unknown" && this.#kept.get(familyId) === kept) this.#kept.delete(familyId);
  }

  async #verdictOn(playerId: bigint): Promise<PlayVerdict> {
    const { register, personOf, log } = this.#options;
    try {
      const person = await personOf(playerId);
      if (person === null) return "unknown";
      return (await register.isExcluded(person)) ? "excluded" : "free";
    } catch (error) {
      log.warn({ err: error, player: String(playerId) }, "the exclusion register did not answer: no play");
      return "silent";
    }
  }
}
