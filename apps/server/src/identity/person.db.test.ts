import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { ringOf } from "../testing/key-ring.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { openVault } from "../vault/vault.ts";
import { Persons } from "./person.ts";

/** One person behind several accounts, among very many of the same name. */

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

const NAMESAKES = 450;
const ADD_PLAYERS = sql`
  INSERT INTO player (username, password_hash, trans_password_hash, invite_code, created, terms_version)
  SELECT 'an_' || n, '-', '-', 'an_' || n, house_clock(), '-' FROM generate_series(1, $1::int) AS n RETURNING id`;

test("a person's other accounts are found among hundreds of namesakes, the oldest too", async () => {
  const entropy = { bytes: (length: number) => new Uint8Array(randomBytes(length)) };
  const persons = new Persons(openVault({ data: ringOf(3), blindIndex: ringOf(4) }, entropy), () =>
    Promise.resolve(new Map()),
  );
  const rows = await base.owner.query<{ id: bigint }>(ADD_PLAYERS, [NAMESAKES]);
  const players = rows.map(({ id }) => id).toSorted((one, other) => (one < other ? -1 : 1));
  const same = [0, 199, 200, 201, NAMESAKES - 1];
  await base.db.transaction(async (tx) => {
    for (const [index, player] of players.entries()) {
      await persons.storeBirthDate(tx, player, same.includes(index) ? "1990-12-31" : "1984-06-15");
      await persons.storeName(tx, player, index % 2 === 0 ? "Nguyễn Văn An" : "an van NGUYEN");
    }
  });
  const others = await persons.otherAccounts(base.db, players[200] ?? 0n);
  expect(others.near).toEqual([]);
  expect(others.same).toEqual(same.filter((index) => index !== 200).map((index) => players[index]));
});
