import { randomBytes } from "node:crypto";
import { newOperatorName, ROLES } from "@lotus/contract/desk";
import { findRunningCluster } from "@lotus/server/db/cluster/address";
import { openDatabase } from "@lotus/server/db/database";
import { createOperator } from "@lotus/server/desk";
import type { Environment } from "@lotus/server/settings/environment";
import { openDemoKeys, readKeys } from "@lotus/server/settings/keys";
import { readSettings } from "@lotus/server/settings";
import { StartupError } from "@lotus/server/settings/startup-error";

/** Creates an operator and prints the enrolment code. Returns the exit status: 0 created, 1 not. */
export async function addOperator(
  environment: Environment,
  wanted: { readonly name: string; readonly role: string },
): Promise<number> {
  const role = ROLES.find((known) => known === wanted.role);
  if (role === undefined) return fail(`--role must be one of ${ROLES.join(", ")}`);
  if (!newOperatorName.safeParse(wanted.name).success)
    return fail(
      "--name must be 3 to 40 letters, digits, dots, dashes and underscores, beginning with a letter",
    );
  try {
    return await add(environment, { name: wanted.name, role });
  } catch (error) {
    if (error instanceof StartupError) return fail(error.message);
    throw error;
  }
}

async function add(
  environment: Environment,
  wanted: { readonly name: string; readonly role: (typeof ROLES)[number] },
): Promise<number> {
  const demo = environment["LOTUS_DEMO"] === "1";
  const settings = readSettings(environment, demo ? "demo" : "production");
  const bytes = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
  const { keysSource, databaseUrl, dataDir } = settings;
  const keys = keysSource === null ? openDemoKeys(dataDir, bytes) : readKeys(keysSource);
  const url = databaseUrl ?? findRunningCluster(dataDir, "app");
  if (url === null)
    return fail("no server runs in DATA_DIR: start it first, or name its database in DATABASE_URL");
  // Statements run sequentially, so retries need no jitter.
  const db = openDatabase({ url, applicationName: "operator", size: 1, hotSize: 1, random: () => 0.5 });
  try {
    const made = await createOperator({ db, entropy: { bytes }, keys }, wanted);
    if (made === null) return fail(`an operator named ${wanted.name} is there already`);
    console.log(
      `${wanted.name} (${wanted.role}) enrols at the desk, page /#/enrol, within 24 hours. Shown once:`,
    );
    console.log(`  first half   ${made.first}`);
    console.log(`  second half  ${made.second}`);
    return 0;
  } finally {
    await db.close();
  }
}

function fail(line: string): number {
  console.error(line);
  return 1;
}
