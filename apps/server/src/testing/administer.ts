import { Client } from "pg";

/** Runs statements one after the other, as the owner of the cluster of tests: for roles and databases of a test's own. */
export async function administer(adminUrl: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
