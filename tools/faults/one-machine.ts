import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@lotus/server/testing/free-port";
import { type RegisterProcess, startRegister } from "@lotus/server/testing/register-process";
import { LoadClient } from "../load/client.ts";
import { type LoadPlayer, makePlayers } from "../load/players.ts";
import type { Acknowledged } from "./bettors.ts";
import { Depositors } from "./depositors.ts";
import { type Moment, momentOf, momentOfPoint, seeded } from "./moments.ts";
import { compare, type RoundReport, runRound } from "./round.ts";
import { pause, ServerProcess, type ServerPlace } from "./server-process.ts";
import { type Blinded, blindedIn, Watchers } from "./watchers.ts";

/** What a run is asked to do. */
export interface OneMachineRun {
  readonly rounds: number;
  readonly seed: number;
  readonly players: number;
  /** The fault point of every round. */
  readonly only?: string;
}

/** Players who recharge besides. */
const DEPOSITORS = 4;
const CONNECTIONS = 64;

/** The programs of a run. */
interface Stage {
  readonly place: ServerPlace;
  readonly watchers: Watchers;
  readonly register: RegisterProcess;
  readonly server: ServerProcess;
  readonly client: LoadClient;
}

/** A server in its own folder, in which each round kills something: exit status 0 if all is well. */
export async function runOneMachine(run: OneMachineRun): Promise<number> {
  const stage = await openStage();
  const { place, watchers, register, server, client } = stage;
  try {
    return await playRounds(stage, run);
  } catch (error) {
    console.error(error, server.output);
    return 1;
  } finally {
    await server.stop();
    watchers.stop();
    await register.kill();
    client.close();
    rmSync(place.dataDir, { recursive: true, force: true });
  }
}

async function openStage(): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), "lotus-faults-"));
  const watchers = await Watchers.start(dataDir);
  const settings = watchers.settings;
  const place: ServerPlace = { dataDir, settings, port: await freePort(), deskPort: await freePort() };
  // PostgreSQL may run as another user, who needs access to its files.
  chmodSync(dataDir, 0o711);
  const register = await startRegister("deposits");
  await register.control({ limit: "1000000000.00" });
  const server = new ServerProcess({
    ...place,
    settings: { ...settings, DEPOSIT_REGISTER_URL: register.url },
  });
  return { place, watchers, register, server, client: new LoadClient(place.port, CONNECTIONS) };
}

async function playRounds(
  stage: Stage,
  { rounds, seed, players: count, only }: OneMachineRun,
): Promise<number> {
  const { watchers, register, server, client } = stage;
  const random = seeded(seed);
  const everAcknowledged: Acknowledged[] = [];
  let bad = 0;
  const players = await equip(stage, count);
  const depositors = new Depositors(client, players.slice(0, DEPOSITORS), register);
  await server.start(undefined);
  await depositors.tellPersons();
  for (let round = 0; round < rounds; round += 1) {
    const moment = only === undefined ? momentOf(round, random) : momentOfPoint(only, random);
    const began = performance.now();
    const blinded = blindedIn(round);
    const blind = async (): Promise<void> => {
      await pause(1_000 + random() * 8_000);
      await watchers.blind(blinded, round, 2_000 + random() * 5_000);
    };
    const report = await runRound({ ...stage, players, everAcknowledged, depositors, blind }, moment);
    if (report.wrong.length > 0) bad += 1;
    const recharges = depositors.acknowledged;
    console.log(
      tellRound(round + 1, report, { moment, blinded, recharges, tookMs: performance.now() - began }),
    );
  }
  const wrong = await compare(client, players, everAcknowledged, 0n);
  if (wrong.length > 0) bad += 1;
  console.log(
    `at the end all ${everAcknowledged.length} bets were looked for again: ` +
      (wrong.length === 0 ? "none lost, none doubled" : `WRONG: ${wrong.slice(0, 5).join("; ")}`),
  );
  console.log(`${rounds} rounds, ${everAcknowledged.length} bets acknowledged, ${bad} rounds wrong`);
  return bad === 0 ? 0 : 1;
}

/** Players with money, made by a server that asks no register: nobody has said who they are yet. */
async function equip({ place, client }: Stage, count: number): Promise<LoadPlayer[]> {
  const unregistered = new ServerProcess(place);
  await unregistered.start(undefined);
  try {
    return await makePlayers(client, count, "100000.00");
  } finally {
    await unregistered.stop();
  }
}

function tellRound(
  number: number,
  report: RoundReport,
  seen: {
    readonly moment: Moment;
    readonly blinded: Blinded;
    readonly recharges: number;
    readonly tookMs: number;
  },
): string {
  const { moment, blinded, recharges, tookMs } = seen;
  const verdict =
    report.wrong.length === 0
      ? "nothing lost, nothing doubled, the history explained, books right"
      : `WRONG: ${report.wrong.slice(0, 5).join("; ")}`;
  return (
    `round ${String(number).padStart(2)}  ${moment.name.padEnd(30)} and ${blinded.padEnd(21)} ` +
    `${report.acknowledged} bets and ${report.cancelled} cancels acknowledged, ${report.retried} asked again at the end, ` +
    `${recharges} recharges in all, ${report.operations} operations in order, ${report.draws} periods drawn and paid, ` +
    `ready after ${(report.readyAfterMs / 1000).toFixed(1)} s, ${Math.round(tookMs / 1000)} s  ${verdict}`
  );
}
