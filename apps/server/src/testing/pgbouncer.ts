import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, chownSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { Client } from "pg";
import { chooseChildUser } from "../db/cluster/child-user.ts";
import { freePort } from "./free-port.ts";
import { makeTestFolder } from "./test-folder.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
const UP_WITHIN_MS = 10_000;

/** Whether PgBouncer is installed here: `apt-get install pgbouncer`. */
export const HAS_PGBOUNCER = existsSync(PROGRAM);

/** A real PgBouncer on a port of its own. */
export interface PgBouncer {
  /** Connection string through it. */
  readonly url: string;
  close(): Promise<void>;
}

/** Lets PgBouncer's user in as a role, by the socket of the cluster of tests; as root the tests run as another one. */
export async function letPgBouncerIn(adminUrl: string, role: string): Promise<void> {
  const user = chooseChildUser("/nowhere");
  if (user === null) return;
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ file: string }>("SELECT current_setting('ident_file') AS file");
    appendFileSync(rows[0]?.file ?? "", `house "${user.name}" "${role}"\n`);
    await admin.query("SELECT pg_reload_conf()");
  } finally {
    await admin.end();
  }
}

/** Starts PgBouncer in transaction mode before the database of a connection string, with so many connections to it. */
export async function openPgBouncer(url: string, connections: number): Promise<PgBouncer> {
  const { username, pathname, searchParams } = new URL(url);
  const folder = makeTestFolder("lotus-pgbouncer-");
  const port = await freePort();
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(
    settings,
    `[databases]
* = host=${searchParams.get("host") ?? ""} port=5432 user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
ignore_startup_parameters = extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
query_wait_timeout = 2
`,
  );
  const user = chooseChildUser(join(folder, "none"));
  if (user !== null) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o755);
  // As root it refuses to run.
  const child = spawn(PROGRAM, ["--quiet", settings], { stdio: "ignore", ...(user === null ? {} : user) });
  const close = async (): Promise<void> => {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await gone;
    rmSync(folder, { recursive: true });
  };
  const until = performance.now() + UP_WITHIN_MS;
  while (!(await isUp(port))) {
    if (child.exitCode === null && performance.now() < until) continue;
    await close();
    throw new Error("PgBouncer did not start");
  }
  return { url: `postgresql://${username}@127.0.0.1:${port}${pathname}`, close };
}

function isUp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => setTimeout(() => resolve(false), 20));
  });
}
