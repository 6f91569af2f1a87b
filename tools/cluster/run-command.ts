import { existsSync } from "node:fs";
import type { Cluster, Target } from "./cluster.ts";
import type { ClusterOptions } from "./start-cluster.ts";
import { checkCluster } from "./check.ts";
import { listenForCommands, sendCommand } from "./control.ts";
import { measureFailures } from "./measure.ts";
import { removeLeftovers } from "./leftovers.ts";
import { installPackages } from "./packages.ts";
import { rollServers } from "./roll.ts";
import { statusOf } from "./status.ts";
import { withCluster } from "./with-cluster.ts";

/** The options of the command line. */
export interface CommandValues {
  readonly folder: string;
  readonly players: string;
  readonly only: string;
  readonly from: string;
  readonly minutes: string;
  readonly forward: boolean;
  readonly pooler: boolean;
  readonly backups: boolean;
  readonly prometheus: boolean;
  readonly loopback: boolean;
}

const USAGE =
  "usage: npm run cluster -- install | up | status | kill <member> | pause <member> | resume | switchover [machine] | " +
  "partition <machine>… | down | check | measure | roll --from <revision>";

/** Runs one command; returns the exit status. */
export async function runCommand(words: readonly string[], values: CommandValues): Promise<number> {
  const [command = ""] = words;
  try {
    switch (command) {
      case "install":
        installPackages();
        return 0;
      case "up":
        return await up(optionsOf(values));
      case "check":
        return await checkCluster(optionsOf({ ...values, players: "4" }));
      case "measure":
        return await measureFailures(optionsOf(values), values.only.split(",").filter(Boolean));
      case "roll":
        if (values.from === "")
          throw new Error("--from which revision? One whose servers run on this schema");
        return await rollServers(optionsOf(values), {
          from: values.from,
          minutes: Number(values.minutes),
          isForward: values.forward,
        });
      case "":
        console.error(USAGE);
        return 1;
      default:
        return await ask(words, values.folder);
    }
  } catch (error) {
    console.error(error instanceof Error ? [error.message, error.cause].filter(Boolean).join("\n") : error);
    return 1;
  }
}

function optionsOf(values: CommandValues): ClusterOptions {
  return {
    folder: values.folder,
    players: Number(values.players),
    pooler: values.pooler,
    backups: values.backups,
    prometheus: values.prometheus,
    ...(values.loopback ? { namespaces: false } : {}),
    say: (line) => console.log(line),
  };
}

/** Builds a cluster and keeps it until Ctrl-C or `down`. */
async function up(options: ClusterOptions): Promise<number> {
  if (existsSync(options.folder)) throw new Error(`${options.folder} exists: npm run cluster -- down`);
  return await withCluster(options, async (cluster, interrupted) => {
    const down = Promise.withResolvers<void>();
    const control = listenForCommands(options.folder, async (words) => {
      if (words[0] !== "down") return await obey(cluster, words);
      down.resolve();
      return "it is going down";
    });
    console.log(`${await statusOf(cluster)}\nplayers: ${cluster.playersUrl}`);
    if (cluster.prometheusUrl !== null) console.log(`Prometheus: ${cluster.prometheusUrl}`);
    console.log("Ctrl-C takes it down");
    await Promise.race([interrupted, down.promise]);
    control.close();
    return 0;
  });
}

async function ask(words: readonly string[], folder: string): Promise<number> {
  const answer = await sendCommand(folder, words);
  if (answer === null) {
    if (words[0] !== "down") throw new Error(`no cluster is up in ${folder}`);
    removeLeftovers(folder);
    return 0;
  }
  console.log(answer);
  return answer.startsWith("error: ") ? 1 : 0;
}

async function obey(cluster: Cluster, [command = "", ...words]: readonly string[]): Promise<string> {
  switch (command) {
    case "status":
      return await statusOf(cluster);
    case "kill":
      await cluster.kill(await targetOf(cluster, words[0] ?? ""));
      return `killed ${words[0] ?? ""}`;
    case "pause":
      cluster.freeze(await targetOf(cluster, words[0] ?? ""));
      return `stopped ${words[0] ?? ""} where it was`;
    case "resume":
      cluster.resume();
      return "all of it goes on";
    case "switchover":
      return `primary: lotus${await cluster.switchover(words[0] === undefined ? undefined : Number(words[0]))}`;
    case "partition":
      cluster.partition(words.map(Number));
      return `cut off: ${words.join(", ")}`;
    default:
      throw new Error(USAGE);
  }
}

/** A member by its name, as db2; `primary` is the primary's database. */
async function targetOf(cluster: Cluster, name: string): Promise<Target> {
  if (name === "primary") return { part: "db", machine: (await cluster.primary()) ?? 1 };
  const [, part, number] = /^(machine|db|patroni|etcd|proxy|pooler|server)([1-3])$/u.exec(name) ?? [];
  if (part === undefined)
    throw new Error(`no member ${name}: machine2, db1, patroni1, etcd1, proxy1, server3 or primary`);
  // The expression admits nothing else.
  return { part: part as Target["part"], machine: Number(number) };
}
