import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { findClearText } from "../testing/clear-text.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
  await base.owner.query(sql`CREATE TABLE open_text (words text, bytes bytea)`);
});
afterAll(() => base.close());

const ADD = sql`INSERT INTO open_text (words, bytes) VALUES ($1, $2)`;

test("what lies open is found in the rows and on the disk, however it is spelled; the rest is not", async () => {
  await base.owner.query(ADD, ["plain: +84912000111", null]);
  await base.owner.query(ADD, ["", Buffer.from("as bytes: reader@mail.example")]);
  await base.owner.query(ADD, [`x${Buffer.from("..a name in base64..").toString("base64")}`, null]);
  const found = await findClearText(base, [
    "+84912000111",
    "reader@mail.example",
    "a name in base64",
    "nowhere@mail.example",
  ]);
  expect(found).toEqual([
    { where: "table open_text", needle: "+84912000111" },
    { where: "table open_text", needle: "reader@mail.example" },
    { where: "table open_text", needle: "a name in base64" },
    { where: "file of open_text", needle: "+84912000111" },
    { where: "file of open_text", needle: "reader@mail.example" },
    { where: "file of open_text", needle: "a name in base64" },
  ]);
});
