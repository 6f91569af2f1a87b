import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestDatabase } from "@lotus/server/testing/test-database";
import { ROOT } from "../layers.ts";
import { type Column, COLUMNS_QUERY, dataModelPage } from "./data-model.ts";

test("docs/data-model.md matches the migrated database", async () => {
  const database = await openTestDatabase();
  try {
    const columns = await database.owner.query<Column>(
      { name: "data_model_columns", text: COLUMNS_QUERY },
      [],
    );
    await expect(dataModelPage(columns)).toMatchFileSnapshot(join(ROOT, "docs/data-model.md"));
  } finally {
    await database.close();
  }
});
