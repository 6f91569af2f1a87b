import { expect, test } from "vitest";
import { DatabaseUnavailable, named, sqlState } from "./errors.ts";

test("a socket that broke while it was written to is a lost connection, and no error of PostgreSQL", () => {
  const broken = Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write", errno: -32 });
  expect(sqlState(broken)).toBeNull();
  expect(named(broken)).toBeInstanceOf(DatabaseUnavailable);
  const unique = Object.assign(new Error("duplicate key"), { code: "23505" });
  expect(sqlState(unique)).toBe("23505");
  expect(named(unique)).toBe(unique);
});
