import type { RunningHouse, StartOptions } from "./run.ts";
import { startHouse } from "./run.ts";
import { StartupError } from "./settings/startup-error.ts";

const STOP_TIMEOUT_MS = 30_000;
/** npm hands on the signal that a terminal has sent us already: what comes so soon after is the same asking. */
const SAME_ASKING_MS = 500;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs the house as this process until a signal asks it to stop; one that comes later does not wait any longer.
 * An error at startup is printed in its one line and ends the process with code 1, and so does any
 * error that nobody caught: the database outlives it in order, and a supervisor starts the house again.
 */
export async function runProcess(
  options: StartOptions,
  onOpen: (house: RunningHouse) => void,
): Promise<void> {
  let house: RunningHouse | undefined;
  let asked = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  const fail = (error: unknown): void => {
    if (house === undefined) console.error(error);
    else house.log.fatal({ err: error }, "an error nobody caught: the house stops");
    process.exit(1);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  const stop = async (): Promise<void> => {
    const now = performance.now();
    if (now - askedAt < SAME_ASKING_MS) return;
    askedAt = now;
    asked += 1;
    if (asked > 1) process.exit(1);
    // Asked while it still starts: the start sees it below.
    if (house === undefined) return;
    setTimeout(() => {
      house?.log.error("stopping took too long");
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    await house.stop();
    process.exit(0);
  };
  for (const signal of SIGNALS) process.on(signal, () => void stop().catch(fail));
  try {
    house = await startHouse(options);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  if (asked > 0) {
    asked = 0;
    askedAt = Number.NEGATIVE_INFINITY;
    await stop();
    return;
  }
  onOpen(house);
}
