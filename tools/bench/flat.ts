import { enrolPlayers, type EnrolledPlayer } from "../load/enrolled-players.ts";
import { BettingLoad, MANY_LANES } from "./betting-load.ts";
import { type ServerUnderLoad, openServer } from "../load/server-under-load.ts";
import { refusals } from "./placing.ts";
import type { Bench, Section } from "./section.ts";
import { openBareDatabase, storePeriod } from "./stored-period.ts";

const FEW = 10_000;
const MANY = 1_000_000;
const LARGE = 10_000_000;
const STORING_PLAYERS = 10_000;
const SELECTIONS = 1_000;
const CASH = 100_000_000n;
const IN_FLIGHT = 256;
const ROUNDS = 4;
const SECONDS = 3;
// Flat, apart from the machine's own variation between rounds.
const MIN_SHARE_OF_EMPTY = 0.9;

/** The same load on a server with few stored orders and on one with many, in turn. */
export const flat: Section = async (bench) => {
  const many = (bench.large ? LARGE : MANY) * bench.scale;
  const folders = [FEW, many].map((orders) => ({ orders, dataDir: bench.folder(`flat-${orders}`) }));
  for (const { orders, dataDir } of folders) await fill(bench, dataDir, orders);
  const sides: Side[] = [];
  try {
    for (const { dataDir } of folders) sides.push(await openSide(bench, dataDir));
    for (const { load } of sides) await load.run(1);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const side of sides) {
        const run = await side.load.run(SECONDS);
        side.accepted += run.accepted;
        side.seconds += run.seconds;
        bench.log(`flat: ${run.accepted} accepted${refusals(run)}`);
      }
    }
  } finally {
    for (const { load, server } of sides) {
      load.close();
      await server.stop();
    }
  }
  const [few = Number.NaN, full = Number.NaN] = sides.map(({ accepted, seconds }) => accepted / seconds);
  return [
    {
      section: "flat",
      name: `bets with ${many.toLocaleString("en-US")} orders stored`,
      value: full,
      unit: "/s",
      beside: { name: `with ${FEW.toLocaleString("en-US")}`, value: few },
      bar: { of: "ratio", least: MIN_SHARE_OF_EMPTY },
    },
  ];
};

interface Side {
  readonly server: ServerUnderLoad;
  readonly load: BettingLoad;
  accepted: number;
  seconds: number;
}

/** Stores orders before the server starts; it settles their period at startup. */
async function fill({ random, log }: Bench, dataDir: string, orders: number): Promise<void> {
  const bare = await openBareDatabase(dataDir);
  try {
    const players = await enrolPlayers(bare.owner, STORING_PLAYERS, CASH);
    await storePeriod(bare, { players, orders, selections: SELECTIONS, random });
    log(`flat: ${orders} orders stored`);
  } finally {
    await bare.close();
  }
}

async function openSide({ random }: Bench, dataDir: string): Promise<Side> {
  const server = await openServer(dataDir, MANY_LANES);
  const players: EnrolledPlayer[] = await enrolPlayers(server.owner, BettingLoad.playersFor(IN_FLIGHT), CASH);
  return { server, load: await BettingLoad.open(server.port, players, random), accepted: 0, seconds: 0 };
}
