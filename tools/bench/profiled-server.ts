import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Database, openDatabase, sql } from "@lotus/server/db/database";
import { openServer, type ServerUnderLoad } from "../load/server-under-load.ts";
import { type CpuProfile, flameText } from "./flame-text.ts";

/** Functions with less than this share of the busy time are left out. */
const MIN_SHARE = 0.01;
const STATEMENTS = 25;

const COUNT_STATEMENTS = sql`CREATE EXTENSION IF NOT EXISTS pg_stat_statements`;
const RESET = sql`SELECT pg_stat_statements_reset()`;
const BY_COST = sql`
  SELECT calls::int AS calls, total_exec_time AS ms, toplevel, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) AS text
  FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
  ORDER BY toplevel DESC, total_exec_time DESC`;

/** A server whose time, and whose database's, is noted by function and statement. */
export interface ProfiledServer {
  readonly server: ServerUnderLoad;
  /** Begins anew, after preparations. */
  begin(): Promise<void>;
  /** Stops the server and prints where the time of so many bets went. */
  stop(bets: number, print: (text: string) => void): Promise<void>;
}

/** Starts a server as `openServer` does, with a profiler in it and in its database. Both take some of the speed. */
export async function openProfiledServer(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<ProfiledServer> {
  // The first start makes the cluster, whose own settings the second reads.
  await (await openServer(dataDir, settings)).stop();
  writeFileSync(
    join(realpathSync(join(dataDir, "cluster")), "local.conf"),
    "shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track = 'all'\n",
  );
  const profiles = join(dataDir, "profiles");
  if (!existsSync(profiles)) mkdirSync(profiles);
  const server = await openServer(dataDir, {
    ...settings,
    NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}`,
  });
  if (server.superuserUrl === null) throw new Error("only an embedded PostgreSQL is profiled");
  const superuser = openDatabase({
    url: server.superuserUrl,
    applicationName: "bench",
    size: 1,
    random: () => 0.5,
  });
  await superuser.query(COUNT_STATEMENTS);
  const opened = performance.now();
  let begun = opened;
  return {
    server,
    begin: async () => {
      await superuser.query(RESET);
      begun = performance.now();
    },
    stop: async (bets, print) => {
      const from = (server.readyAfterMs + begun - opened) * 1_000;
      const to = from + (performance.now() - begun) * 1_000;
      const statements = await statementText(superuser, bets);
      await superuser.close();
      await server.stop();
      print(
        `\nThe server, of the time that it computed:\n${flameText(largest(profiles), { least: MIN_SHARE, from, to })}`,
      );
      print(`\nThe database, microseconds a bet (with what it waited for):\n${statements}`);
    },
  };
}

async function statementText(superuser: Database, bets: number): Promise<string> {
  const rows = await superuser.query<{ calls: number; ms: number; toplevel: boolean; text: string }>(BY_COST);
  const lineOf = ({ calls, ms, text }: (typeof rows)[number]): string =>
    `${((ms * 1_000) / bets).toFixed(1).padStart(7)}  ${String(calls).padStart(7)} × ${(ms / calls).toFixed(2).padStart(8)} ms  ${text}`;
  return [
    ...rows
      .filter(({ toplevel }) => toplevel)
      .slice(0, STATEMENTS)
      .map(lineOf),
    "inside functions:",
    ...rows
      .filter(({ toplevel }) => !toplevel)
      .slice(0, STATEMENTS)
      .map(lineOf),
  ].join("\n");
}

/** The profile of the server: programs that it starts write their own, shorter ones. */
function largest(folder: string): CpuProfile {
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const [text] = texts.toSorted((a, b) => b.length - a.length);
  if (text === undefined) throw new Error("the server wrote no profile");
  // Written by Node.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(text) as CpuProfile;
}
