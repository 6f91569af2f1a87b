/**
 * `npm run faults -- --rounds 20 [--seed 7] [--players 24]`: a real server in its own folder with three witnesses and
 * a beacon in processes of their own, players who bet all the time, and in each round a kill -9 of the server, PostgreSQL
 * or both, and of the beacon, one witness or two. Then every acknowledged bet is
 * verified and the books are checked. Prints a line per round; exit status 1 if anything is wrong.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LoadClient } from "../load/client.ts";
import { freePort } from "@lotus/server/testing/free-port";
import { makePlayers } from "../load/players.ts";
import type { Acknowledged } from "./bettors.ts";
import { pause, ServerProcess, type ServerPlace } from "./server-process.ts";
import { momentOf, seeded } from "./moments.ts";
import { compare, runRound } from "./round.ts";
import { blindedIn, Watchers } from "./watchers.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    players: { type: "string", default: "24" },
  },
});
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
const server = new ServerProcess(place);
const client = new LoadClient(place.port, 64);
const everAcknowledged: Acknowledged[] = [];
let bad = 0;
try {
  await server.start(undefined);
  const players = await makePlayers(client, Number(values.players), "100000.00");
  for (let round = 0; round < rounds; round += 1) {
    const moment = momentOf(round, random);
    const began = performance.now();
    const blinded = blindedIn(round);
    const blind = async () => {
      await pause(1_000 + random() * 8_000);
      await watchers.blind(blinded, round, 2_000 + random() * 5_000);
    };
    const report = await runRound({ server, place, client, players, everAcknowledged, blind }, moment);
    if (report.wrong.length > 0) bad += 1;
    console.log(
      `round ${String(round + 1).padStart(2)}  ${moment.name.padEnd(30)} and ${blinded.padEnd(21)} ${report.acknowledged} bets acknowledged, ` +
        `${report.retried} asked again, ${report.draws} periods drawn and paid, ready after ` +
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
  client.close();
  rmSync(place.dataDir, { recursive: true, force: true });
}
process.exit(bad === 0 ? 0 : 1);
