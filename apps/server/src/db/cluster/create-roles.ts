import { Client } from "pg";
import { clusterUrl, HOUSE_DATABASE, ROLE_NAMES } from "./address.ts";

/**
 * Creates the two roles and the database if missing: lotus_owner owns every table and migrates; lotus_app is the role
 * of the running server and gets its rights from the migrations.
 */
export async function createRoles(socketFolder: string): Promise<void> {
  const client = new Client({ connectionString: clusterUrl(socketFolder, "superuser", "postgres") });
  await client.connect();
  try {
    const roles = await client.query<{ rolname: string }>("SELECT rolname FROM pg_roles");
    const known = new Set(roles.rows.map(({ rolname }) => rolname));
    for (const role of [ROLE_NAMES.owner, ROLE_NAMES.app]) {
      if (!known.has(role)) await client.query(`CREATE ROLE ${role} LOGIN`);
    }
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [HOUSE_DATABASE]);
    if (found.rows.length === 0) {
      await client.query(`CREATE DATABASE ${HOUSE_DATABASE} OWNER ${ROLE_NAMES.owner}`);
    }
  } finally {
    await client.end();
  }
}
