import { checkStart } from "@lotus/server/check-start";
import { type ListenAddress, tryAddresses } from "@lotus/server/http/listening";
import type { Environment } from "@lotus/server/settings/environment";
import { readSettings } from "@lotus/server/settings";
import { StartupError } from "@lotus/server/settings/startup-error";

/**
 * Checks that a demo can start, before anything is built or created: its settings, ports and database, and other ports that
 * are needed. Otherwise prints why in one line and ends the process. Returns the environment of the demo.
 */
export async function checkDemo(
  environment: Environment,
  others: readonly ListenAddress[] = [],
): Promise<Environment> {
  // A person reads this terminal: only errors are logged.
  const wanted = { LOG_LEVEL: "error", ...environment, LOTUS_DEMO: "1" };
  try {
    await checkStart(readSettings(wanted, "demo"));
    await tryAddresses(others);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  return wanted;
}
