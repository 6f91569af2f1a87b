import type { RunningServer, StartOptions } from "./run.ts";
import { startServer } from "./run.ts";
import { StartupError } from "./settings/startup-error.ts";

const STOP_TIMEOUT_MS = 30_000;
/** npm forwards a signal that the terminal has already sent to this process: two within this time are one. */
const SAME_ASKING_MS = 500;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs the server in this process until a signal stops it; a second signal ends it at once. A startup error is printed
 * in one line and ends the process with code 1, as does any uncaught error: the database stays consistent, and a
 * supervisor restarts the server.
 */
export async function runProcess(
  options: StartOptions,
  onOpen: (server: RunningServer) => void,
): Promise<void> {
  let server: RunningServer | undefined;
  let stops = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  const fail = (error: unknown): void => {
    if (server === undefined) console.error(error);
    else server.log.fatal({ err: error }, "an error nobody caught: the server stops");
    process.exit(1);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  const stop = async (): Promise<void> => {
    const now = performance.now();
    if (now - askedAt < SAME_ASKING_MS) return;
    askedAt = now;
    stops += 1;
    if (stops > 1) process.exit(1);
    // Still starting: the signal is handled below once it has started.
    if (server === undefined) return;
    setTimeout(() => {
      server?.log.error("stopping took too long");
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    await server.stop();
    process.exit(0);
  };
  for (const signal of SIGNALS) process.on(signal, () => void stop().catch(fail));
  try {
    server = await startServer(options);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  if (stops > 0) {
    stops = 0;
    askedAt = Number.NEGATIVE_INFINITY;
    await stop();
    return;
  }
  onOpen(server);
}
