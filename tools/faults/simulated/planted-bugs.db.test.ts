import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "@lotus/server/db/database";
import { openTestDatabase } from "@lotus/server/testing/test-database";
import { expect, test } from "vitest";
import { ROOT } from "../../layers.ts";
import { applyMutation } from "../../requirements/mutation.ts";
import { PLANTED_BUGS } from "./planted-bugs.ts";

const FUNCTION = sql`SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE proname = $1`;

test("every bug can still be planted: each of its texts occurs once in the source or function that it changes", async () => {
  const base = await openTestDatabase();
  try {
    for (const { name, changes } of PLANTED_BUGS) {
      const files = new Map<string, string>();
      for (const change of changes) {
        const where = "file" in change ? change.file : change.sqlFunction;
        const text =
          files.get(where) ??
          ("file" in change
            ? readFileSync(join(ROOT, where), "utf8")
            : (await base.owner.query<{ text: string }>(FUNCTION, [where]))[0]?.text);
        const changed = applyMutation(text ?? "", change);
        expect(changed, `${name}: ${where}: ${change.from}`).toBeDefined();
        files.set(where, changed ?? "");
      }
    }
  } finally {
    await base.close();
  }
});
