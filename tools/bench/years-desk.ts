import { DeskScene } from "../attacks/desk-scene.ts";
import type { ServerUnderLoad } from "../load/server-under-load.ts";
import { percentile } from "./percentile.ts";
import { GAME } from "./stored-period.ts";

const READS = 50;

/** What of a house the desk looks for. */
export interface DeskQuest {
  readonly server: ServerUnderLoad;
  /** The player whose bets and ledger are read. */
  readonly player: bigint;
  /** An order of that player. */
  readonly order: bigint;
}

/** An operator who reads one page after another. */
export interface DeskReader {
  /** 99th percentile of the time of these reads by their names, milliseconds. */
  p99s(): Promise<ReadonlyMap<string, number>>;
  close(): void;
}

/** Signs in an operator of a demo server. */
export async function openDeskReader({ server, player, order }: DeskQuest): Promise<DeskReader> {
  const scene = new DeskScene(server);
  // Years that are kept have the operators of earlier runs.
  const { token } = await scene.fromMachine(`years_${String(Date.now())}`, "admin");
  const get = (path: string) => () => scene.desk.send({ path: `/desk/api/${path}`, token });
  const find = (text: string) => () => scene.post("find", { text }, token);
  const reads = {
    "desk: a bet by its number": find(`B${String(order)}`),
    "desk: players by a name's beginning": find("years_77"),
    "desk: the newest players": get("players"),
    "desk: bets of one player": get(`players/${String(player)}/bets`),
    "desk: ledger of one player": get(`players/${String(player)}/ledger`),
    "desk: periods of a game": get(`periods?game=${GAME}`),
    "desk: the dashboard": get("dashboard"),
  };
  return {
    p99s: async () => {
      const found = new Map<string, number>();
      for (const [name, read] of Object.entries(reads)) found.set(name, await p99(name, read));
      return found;
    },
    close: () => scene.close(),
  };
}

async function p99(
  name: string,
  read: () => Promise<{ readonly code: number; readonly msg: string }>,
): Promise<number> {
  const times: number[] = [];
  // The first one also opens the connection.
  for (let at = 0; at <= READS; at += 1) {
    const began = performance.now();
    const { code, msg } = await read();
    if (code !== 0) throw new Error(`${name}: ${msg}`);
    if (at > 0) times.push(performance.now() - began);
  }
  return percentile(times, 0.99);
}
