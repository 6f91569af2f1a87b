import { randomBytes } from "node:crypto";
import { CODES } from "@lotus/contract";
import type { LoadPlayer } from "../../load/players.ts";
import type { LoadClient, Reply } from "../../load/client.ts";
import { Clients } from "../clients.ts";
import { pause } from "../server-process.ts";

const GAMES = ["FFC", "K3"] as const;
const LINES = {
  FFC: { option_id: "YX.DWD", groups: [{ code: "place5", items: ["7"] }] },
  K3: { option_id: "HZ.HZ", groups: [{ code: "sum", items: ["10"] }] },
} as const;
/** Periods of each chase: one is on sale, and another opens in the middle of a run. */
const MULTIPLES = [1, 2, 1, 3];
const AGAIN_MS = 400;
const TRIES = 40;
/** A period that closed so long ago has been bet on or passed over. */
const NAMED_WITHIN_MS = 8_000;

interface Detail {
  readonly chase: { readonly total: string; readonly held: string; readonly state: string };
  readonly steps: readonly { readonly prizeNo: string; readonly state: string }[];
}

/** Players who begin chases and end some of them. Their bets are placed by servers that die and freeze. */
export class Chasers {
  readonly begun = new Set<string>();
  readonly #client: LoadClient;
  readonly #clients: Clients;
  readonly #players: readonly LoadPlayer[];
  readonly #pauseMs: number;
  #running: Promise<void>[] = [];
  #isStopping = false;

  constructor(client: LoadClient, players: readonly LoadPlayer[], pauseMs: number) {
    [this.#client, this.#players, this.#pauseMs] = [client, players, pauseMs];
    this.#clients = new Clients(client, undefined, AGAIN_MS);
  }

  start(): void {
    this.#running = this.#players.map((player, at) => this.#chase(player, at));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#running);
  }

  /** What is wrong with the chases, once everything is well again. */
  async prove(now: number): Promise<string[]> {
    const wrong: string[] = [];
    for (const player of this.#players) {
      const list = await this.#read<{ list: { chaseNo: string }[] }>(
        player,
        "/api/lottery/chases/ALL?page_size=100",
      );
      const known = new Set(list.list.map(({ chaseNo }) => chaseNo));
      for (const chase of this.begun)
        if (chase.startsWith(`${player.username} `) && !known.has(chase.split(" ")[1] ?? ""))
          wrong.push(`a chase is lost: ${chase}`);
      for (const { chaseNo } of list.list) wrong.push(...(await this.#judge(player, chaseNo, now)));
    }
    return wrong;
  }

  async #judge(player: LoadPlayer, chaseNo: string, now: number): Promise<string[]> {
    const { chase, steps } = await this.#read<Detail>(player, `/api/lottery/chaseDetail/${chaseNo}`);
    const late = steps.filter(
      ({ state, prizeNo }) => state === "planned" && closedBy(prizeNo) < now - NAMED_WITHIN_MS,
    );
    return [
      ...late.map(({ prizeNo }) => `${chaseNo} has neither bet on ${prizeNo} nor passed over it`),
      ...(chase.state === "ended" && chase.held !== "0.00"
        ? [`${chaseNo} has ended and holds ${chase.held}`]
        : []),
    ];
  }

  async #chase(player: LoadPlayer, at: number): Promise<void> {
    for (let turn = at; !this.#isStopping; turn += 1) {
      const game = GAMES[turn % GAMES.length] ?? "FFC";
      const { prizeNo } = await this.#read<{ prizeNo: string }>(player, `/api/lottery/current/${game}`);
      let chaseNo: string | undefined;
      await this.#clients.write<{ chaseNo: string }>({
        player,
        key: randomBytes(12).toString("hex"),
        path: `/api/lottery/chase/${game}`,
        body: {
          prize_no: prizeNo,
          version: 1,
          bets: [{ ...LINES[game], amount: "1.00" }],
          multiples: MULTIPLES,
          stop_on_win: turn % 2 === 0,
        },
        what: `chase ${game}`,
        steps: [],
        accepted: (data) => {
          chaseNo = data.chaseNo;
          this.begun.add(`${player.username} ${data.chaseNo}`);
        },
      });
      await pause(this.#pauseMs);
      if (chaseNo !== undefined && turn % 3 === 0) await this.#end(player, chaseNo);
    }
  }

  async #end(player: LoadPlayer, chaseNo: string): Promise<void> {
    await this.#clients.write({
      player,
      key: randomBytes(12).toString("hex"),
      path: `/api/lottery/cancelChase/${chaseNo}`,
      body: {},
      what: `end ${chaseNo}`,
      steps: [],
    });
  }

  /** Reads until there is an answer. */
  async #read<Data>(player: LoadPlayer, path: string): Promise<Data> {
    for (let turn = 0; turn < TRIES; turn += 1) {
      const reply = await this.#client
        .send<Data>({ path, token: player.token })
        .catch((): Reply<Data> | undefined => undefined);
      if (reply?.code === CODES.OK) return reply.data;
      await pause(AGAIN_MS);
    }
    throw new Error(`${path} never got an answer`);
  }
}

/** When the sale of a period of a game of a minute closes, by its number (epoch ms); the games are drawn by the time of Vietnam. */
function closedBy(prizeNo: string): number {
  const day = `${prizeNo.slice(0, 4)}-${prizeNo.slice(4, 6)}-${prizeNo.slice(6, 8)}T00:00:00+07:00`;
  return Date.parse(day) + Number(prizeNo.slice(8)) * 60_000 - 5_000;
}
