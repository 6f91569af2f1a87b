import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { CODES } from "@lotus/contract";
import type { Uniform } from "@lotus/games";
import { LoadClient } from "../load/client.ts";
import { enrolPlayers } from "../load/enrolled-players.ts";
import { GREEDY_OPTIONS, greedySlip } from "../load/greedy-slip.ts";
import type { ServerUnderLoad } from "../load/server-under-load.ts";
import type { Attack } from "./attack.ts";
import { Bystanders, inPeace, peaceLine, type Seen } from "./bystanders.ts";
import type { GreedyAnswers, GreedyOrders } from "./greedy-sockets.ts";

const SOCKETS = 40;
const QUIET_MS = 8_000;
const ATTACK_MS = 25_000;
const SLIPS_AN_OPTION = 12;
const LITTLE = 50_00n;
// The options whose lines cost the server most, as measured when this was found.
const GREEDY = GREEDY_OPTIONS.filter(({ option }) => option !== "ZM.ZT");

async function slipsOf(server: ServerUnderLoad, uniform: Uniform): Promise<GreedyOrders["slips"]> {
  const client = new LoadClient(server.port, 1);
  const slips: { path: string; body: string }[] = [];
  for (const greedy of GREEDY) {
    const { game } = greedy;
    const { data } = await client.send<{ readonly prizeNo: string }>({
      path: `/api/lottery/current/${game}`,
    });
    for (let slip = 0; slip < SLIPS_AN_OPTION; slip += 1) {
      const body = JSON.stringify(greedySlip(greedy, data.prizeNo, uniform));
      slips.push({ path: `/api/lottery/order/${game}`, body });
    }
  }
  client.close();
  return slips;
}

const shareOf = (answers: GreedyAnswers, name: keyof typeof CODES): number =>
  answers[String(CODES[name])] ?? 0;

/** A quiet server whose others wait this long runs on a machine that is busy with something else. */
const BUSY_MACHINE_MS = 50;
const LITTLE_SHARE = 0.15;

/** Whether the server was undisturbed; judged by its processor time if the waiting is due to the machine alone. */
function hadItsTime(before: Seen, during: Seen, quietShare: number, attackedShare: number): boolean {
  if (before.p99Ms <= BUSY_MACHINE_MS) return inPeace(before, during);
  const waiting = { ...during, p99Ms: before.p99Ms };
  return inPeace(before, waiting) && attackedShare <= 2 * Math.max(quietShare, LITTLE_SHARE);
}

const percent = (of: number): string => (of * 100).toFixed(0);

/** A player without money sends slips that are expensive to compute, over many sockets at once. */
export const greedySlips: Attack = {
  name: "greedy-slips",
  story: "players with no money and with little send 200-line slips of the slowest plates over 40 sockets",
  run: async ({ openServer, random, log }) => {
    const server = await openServer();
    const bystanders = await Bystanders.enrol(server);
    const [broke] = await enrolPlayers(server.owner, 1, 1n);
    const [poor] = await enrolPlayers(server.owner, 1, LITTLE);
    if (broke === undefined || poor === undefined) throw new Error("nobody was enrolled");
    const slips = await slipsOf(server, (n) => Math.floor(random() * n));
    log("quiet");
    await bystanders.watch(QUIET_MS / 2);
    const quiet = server.processorMs();
    const before = await bystanders.watch(QUIET_MS);
    const begun = server.processorMs();
    log("attack");
    const attacker = fork(join(import.meta.dirname, "greedy-sockets.ts"));
    const orders: GreedyOrders = {
      port: server.port,
      sockets: SOCKETS,
      tokens: [broke.token, poor.token],
      slips,
    };
    attacker.send(orders);
    const during = await bystanders.watch(ATTACK_MS);
    const taken = server.processorMs() - begun;
    const message = once(attacker, "message");
    attacker.send("how many");
    // The child sends nothing but its answers.
    const [answers]: GreedyAnswers[] = await message;
    attacker.disconnect();
    bystanders.close();
    const accepted = answers?.["0"] ?? 0;
    const shares = [(begun - quiet) / QUIET_MS, taken / ATTACK_MS] as const;
    const held = answers !== undefined && accepted === 0 && hadItsTime(before, during, ...shares);
    return {
      gained: held ? "nothing" : "the server's time",
      held,
      figures: [
        `${slips.length} different slips of 200 lines, of ${GREEDY.map(({ option }) => option).join(", ")}`,
        `answers: ${shareOf(answers ?? {}, "NOT_ENOUGH_BALANCE")} without balance, ` +
          `${shareOf(answers ?? {}, "TOO_MANY_REQUESTS")} too fast, ${answers?.["none"] ?? 0} cut off, ${accepted} accepted`,
        `processor of the server: ${percent(shares[0])} → ${percent(shares[1])} %`,
        peaceLine(before, during),
      ],
    };
  },
};
