import { chmodSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { StartupError } from "../../settings/startup-error.ts";
import type { Place } from "./place.ts";

/** PostgreSQL's settings by name, as postgresql.conf takes them. */
export type PostgresSettings = Readonly<Record<string, string>>;

// Sized for a small machine shared with the server. Durability is never traded for speed.
const SETTINGS: PostgresSettings = {
  listen_addresses: "",
  port: "5432",
  unix_socket_permissions: "0700",
  max_connections: "60",
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  work_mem: "8MB",
  maintenance_work_mem: "128MB",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  wal_compression: "pglz",
  // At most a gigabyte to replay, so that recovery takes seconds.
  checkpoint_timeout: "5min",
  checkpoint_completion_target: "0.9",
  max_wal_size: "1GB",
  min_wal_size: "256MB",
  // Flushes all files before crash recovery with one call instead of one per file.
  recovery_init_sync_method: "syncfs",
  // The statements are short: compiling them costs more than it saves.
  jit: "off",
  // A list that a player reads takes no second core from the bets, and is read sooner: its workers take longer to start.
  max_parallel_workers_per_gather: "0",
  idle_in_transaction_session_timeout: "60s",
  autovacuum_naptime: "20s",
  timezone: "UTC",
  log_timezone: "UTC",
  datestyle: "ISO, YMD",
  log_min_messages: "warning",
  log_line_prefix: "%m [%p] %q%u %a ",
};

/**
 * Writes the configuration next to the data at each start, so that it always matches the running version. An operator's
 * own settings go into `local.conf` there and are read last.
 * @returns the path of postgresql.conf
 */
export function writeConfiguration(place: Place, socketFolder: string, overrides: PostgresSettings): string {
  const file = (name: string): string => join(place.home, name);
  const settings: PostgresSettings = {
    ...SETTINGS,
    ...overrides,
    hba_file: file("pg_hba.conf"),
    ident_file: file("pg_ident.conf"),
    // The value is a list: a path with a comma or a space must be in double quotes.
    unix_socket_directories: `"${socketFolder}"`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  const write = (name: string, text: string): void => {
    writeFileSync(file(name), text);
    chmodSync(file(name), 0o644);
  };
  write(
    "postgresql.conf",
    `${[...lines, `include_if_exists = '${file("local.conf").replaceAll("'", "''")}'`].join("\n")}\n`,
  );
  // Peer authentication: the kernel reports who connects, so there is no password that could leak.
  write("pg_hba.conf", "local all all peer map=house\n");
  write("pg_ident.conf", `house "${serverUser()}" all\n`);
  return file("postgresql.conf");
}

function serverUser(): string {
  try {
    return userInfo().username;
  } catch {
    throw new StartupError(
      `the user with id ${process.getuid?.()} has no name on this system, which PostgreSQL needs: add one to /etc/passwd`,
    );
  }
}
