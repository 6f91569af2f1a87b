/**
 * `npm run attacks [-- --only slow-readers,ring]`: runs attacks, each against its own server, and prints what each
 * gained; exit status 1 if any gained something.
 */
import { rmSync } from "node:fs";
import { readOptions } from "../run/read-options.ts";
import { freshFolder } from "../bench/section.ts";
import { seeded } from "../faults/moments.ts";
import { type ServerUnderLoad, openServer } from "../load/server-under-load.ts";
import { ATTACKS } from "./all.ts";
import type { Attack, AttackResult } from "./attack.ts";

const { values } = readOptions({
  options: { only: { type: "string" }, seed: { type: "string", default: "1" } },
});

const wanted = values.only?.split(",") ?? ATTACKS.map(({ name }) => name);
const chosen = ATTACKS.filter(({ name }) => wanted.includes(name));
if (chosen.length < wanted.length) {
  console.error(`--only takes some of ${ATTACKS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

async function run(attack: Attack): Promise<AttackResult> {
  const servers: ServerUnderLoad[] = [];
  const folders: string[] = [];
  try {
    return await attack.run({
      random: seeded(Number(values.seed)),
      openServer: async (settings = {}) => {
        const folder = freshFolder(attack.name);
        folders.push(folder);
        const server = await openServer(folder, settings);
        servers.push(server);
        return server;
      },
      log: (line) => console.error(`${attack.name}: ${line}`),
    });
  } finally {
    for (const server of servers) await server.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

let fell = 0;
for (const attack of chosen) {
  console.log(`${attack.name}: ${attack.story}`);
  try {
    const { gained, held, figures } = await run(attack);
    if (!held) fell += 1;
    for (const figure of figures) console.log(`    ${figure}`);
    console.log(`    gained: ${gained}${held ? "" : "  ← FELL"}`);
  } catch (error) {
    fell += 1;
    console.error("    could not be tried:", error);
  }
}
console.log(fell === 0 ? "every attack gained nothing" : `${fell} attacks fell`);
process.exit(fell === 0 ? 0 : 1);
