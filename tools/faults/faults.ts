/**
 * `npm run faults -- --rounds 22 [--seed 7] [--players 24] [--only deposit-reserved]`: a real server in its own folder
 * with three witnesses, a beacon and a deposit register in processes of their own, players who bet and recharge all the
 * time, and in each round a kill -9 of the server, PostgreSQL or both, and of the beacon, one witness or two. Then every
 * acknowledged bet is verified, register and players must know the same recharges, and the books are checked. Prints a
 * line per round; exit status 1 if anything is wrong. `--only` takes the one moment of that fault point.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LoadClient } from "../load/client.ts";
import { freePort } from "@lotus/server/testing/free-port";
import { type LoadPlayer, makePlayers } from "../load/players.ts";
import { startRegister } from "@lotus/server/testing/register-process";
import type { Acknowledged } from "./bettors.ts";
import { Depositors } from "./depositors.ts";
import { pause, ServerProcess, type ServerPlace } from "./server-process.ts";
import { momentOf, momentOfPoint, seeded } from "./moments.ts";
import { compare, runRound } from "./round.ts";
import { blindedIn, Watchers } from "./watchers.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    players: { type: "string", default: "24" },
    only: { type: "string" },
  },
});
/** Players who recharge besides. */
const DEPOSITORS = 4;
const rounds = Number(values.rounds);
const random = seeded(Number(values.seed));
const dataDir = mkdtempSync(join(tmpdir(), "lotus-faults-"));
const watchers = await Watchers.start(dataDir);
const place: ServerPlace = {
  dataDir,
  settings: watchers.settings,
  port: await freePort(),
  deskPort: await freePort(),
};
// PostgreSQL may run as another user, who needs access to its files.
chmodSync(place.dataDir, 0o711);
const register = await startRegister("deposits");
await register.control({ limit: "1000000000.00" });
const server = new ServerProcess({
  ...place,
  settings: { ...place.settings, DEPOSIT_REGISTER_URL: register.url },
});
const client = new LoadClient(place.port, 64);
const everAcknowledged: Acknowledged[] = [];
let bad = 0;

/** Players with money, made by a server that asks no register: nobody has said who they are yet. */
async function equip(): Promise<LoadPlayer[]> {
  const unregistered = new ServerProcess(place);
  await unregistered.start(undefined);
  try {
    return await makePlayers(client, Number(values.players), "100000.00");
  } finally {
    await unregistered.stop();
  }
}

try {
  const players = await equip();
  const depositors = new Depositors(client, players.slice(0, DEPOSITORS), register);
  await server.start(undefined);
  await depositors.tellPersons();
  for (let round = 0; round < rounds; round += 1) {
    const moment = values.only === undefined ? momentOf(round, random) : momentOfPoint(values.only, random);
    const began = performance.now();
    const blinded = blindedIn(round);
    const blind = async () => {
      await pause(1_000 + random() * 8_000);
      await watchers.blind(blinded, round, 2_000 + random() * 5_000);
    };
    const report = await runRound(
      { server, place, client, players, everAcknowledged, depositors, blind },
      moment,
    );
    if (report.wrong.length > 0) bad += 1;
    console.log(
      `round ${String(round + 1).padStart(2)}  ${moment.name.padEnd(30)} and ${blinded.padEnd(21)} ${report.acknowledged} bets acknowledged, ` +
        `${report.retried} asked again, ${depositors.acknowledged} recharges in all, ${report.draws} periods drawn and paid, ready after ` +
        `${(report.readyAfterMs / 1000).toFixed(1)} s, ${Math.round((performance.now() - began) / 1000)} s  ` +
        (report.wrong.length === 0
          ? "nothing lost, nothing doubled, books right"
          : `WRONG: ${report.wrong.slice(0, 5).join("; ")}`),
    );
  }
  const wrong = await compare(client, players, everAcknowledged, 0n);
  if (wrong.length > 0) bad += 1;
  console.log(
    `at the end all ${everAcknowledged.length} bets were looked for again: ` +
      (wrong.length === 0 ? "none lost, none doubled" : `WRONG: ${wrong.slice(0, 5).join("; ")}`),
  );
  console.log(`${rounds} rounds, ${everAcknowledged.length} bets acknowledged, ${bad} rounds wrong`);
} catch (error) {
  bad += 1;
  console.error(error, server.output);
} finally {
  await server.stop();
  watchers.stop();
  await register.kill();
  client.close();
  rmSync(place.dataDir, { recursive: true, force: true });
}
process.exit(bad === 0 ? 0 : 1);
