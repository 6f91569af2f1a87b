import { Recorder } from "../../histories/history.ts";
import type { LoadPlayer } from "../../load/players.ts";
import type { Beginning } from "../accounts.ts";
import { Bettors } from "../bettors.ts";
import { Clients } from "../clients.ts";
import { proveHistory } from "../prove-history.ts";
import { Readers } from "../readers.ts";
import { pause } from "../server-process.ts";
import { Chasers } from "./chasers.ts";
import { Rechargers } from "./rechargers.ts";
import type { SimulatedClient } from "./simulated-client.ts";

const BET_PAUSE_MS = 5_000;
const READ_PAUSE_MS = 4_000;
const RECHARGE_PAUSE_MS = 9_000;
const CHASE_PAUSE_MS = 8_000;
const CANCELS_ONE_IN = 6;
const ELSEWHERE = ["SFC", "WFC"] as const;
/** Who recharges besides, and who do nothing but begin and end chases. */
const RECHARGERS = 2;
const CHASERS = 2;
const ASKED_AGAIN = 60;

/** A player, and where their history begins. */
export interface PreparedPlayer {
  readonly player: LoadPlayer;
  readonly beginning: Beginning;
}

/** The players of a run, all that they did and were told, and what of it is wrong. */
export class SimulatedPlayers {
  readonly bettors: Bettors;
  readonly #rechargers: Rechargers;
  readonly #chasers: Chasers;
  readonly #client: SimulatedClient;
  readonly #recorder: Recorder;
  readonly #readers: Readers;
  readonly #beginnings: ReadonlyMap<LoadPlayer, Beginning>;

  constructor(client: SimulatedClient, prepared: readonly PreparedPlayer[], now: () => number) {
    // Each run has players of its own, who have asked for nothing yet.
    const own = prepared.map(({ player, beginning }) => ({ player: { ...player }, beginning }));
    const others = own.slice(0, -CHASERS);
    this.#beginnings = new Map(others.map(({ player, beginning }) => [player, beginning]));
    const players = others.map(({ player }) => player);
    this.#client = client;
    this.#recorder = new Recorder(now);
    const clients = new Clients(client, this.#recorder, 400);
    this.bettors = new Bettors(client, players, {
      clients,
      cancelsOneIn: CANCELS_ONE_IN,
      elsewhere: ELSEWHERE,
      pauseMs: BET_PAUSE_MS,
    });
    this.#rechargers = new Rechargers(clients, players.slice(0, RECHARGERS), RECHARGE_PAUSE_MS);
    this.#chasers = new Chasers(
      client,
      own.slice(-CHASERS).map(({ player }) => player),
      CHASE_PAUSE_MS,
    );
    this.#readers = new Readers(clients, this.#beginnings, { pauseMs: READ_PAUSE_MS, now });
  }

  start(): void {
    this.bettors.start();
    this.#rechargers.start();
    this.#chasers.start();
    this.#readers.start();
  }

  /** Resolves once nobody asks for anything any more. */
  async stop(): Promise<void> {
    await Promise.all([
      this.bettors.stop(),
      this.#rechargers.stop(),
      this.#chasers.stop(),
      this.#readers.stop(),
    ]);
  }

  /** What is wrong with the answers: every call must have one by now, and one order of all must explain them. */
  async prove(): Promise<{ readonly operations: number; readonly wrong: readonly string[] }> {
    const { unanswered } = this.bettors;
    for (let turn = 0; turn < ASKED_AGAIN && unanswered.size > 0; turn += 1) {
      await this.bettors.retryUnanswered();
      if (unanswered.size > 0) await pause(250);
    }
    const missing = unanswered.size === 0 ? [] : [`${unanswered.size} calls never got an answer`];
    const { balances } = this.#readers;
    const proof = await proveHistory(this.#client, this.#recorder, {
      beginnings: this.#beginnings,
      balances,
    });
    const chases = await this.#chasers.prove(Date.now());
    return { operations: proof.operations, wrong: [...missing, ...proof.wrong, ...chases] };
  }

  get figures(): { readonly bets: number; readonly cancels: number; readonly recharges: number } {
    const { acknowledged, cancelled } = this.bettors;
    return { bets: acknowledged.size, cancels: cancelled.size, recharges: this.#rechargers.moved };
  }
}
