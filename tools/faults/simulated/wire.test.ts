import { expect, test } from "vitest";
import {
  answersIn,
  boundStatement,
  commandComplete,
  errorCode,
  errorResponse,
  firstRow,
  type Group,
  GroupReader,
  message,
  parsedStatement,
  readyForQuery,
  short,
} from "./wire.ts";

const STARTUP = message("", 196_608, "user", "lotus_app", "lock_timeout", "5000", Buffer.from([0]));
const PARSE = message("P", "s1", "SELECT $1", short(0));
const BIND = message("B", "", "s1", short(0), short(2), 3, Buffer.from("abc", "latin1"), -1, short(0));
const REST = Buffer.concat([message("D", Buffer.from("P", "latin1"), ""), message("E", "", 0), message("S")]);
const WRITTEN = Buffer.concat([STARTUP, message("Q", "BEGIN"), PARSE, BIND, REST, message("X")]);

function kinds(groups: readonly Group[]): string[] {
  return groups.map(({ kind }) => kind);
}

test("what a client writes is cut into groups, wherever the bytes are parted", () => {
  const whole = new GroupReader().read(WRITTEN);
  expect(kinds(whole)).toEqual(["startup", "simple", "extended", "terminate"]);
  for (let at = 0; at <= WRITTEN.length; at += 1) {
    const reader = new GroupReader();
    const parts = [...reader.read(WRITTEN.subarray(0, at)), ...reader.read(WRITTEN.subarray(at))];
    expect(kinds(parts)).toEqual(kinds(whole));
  }
});

test("settings, statements and their values are read", () => {
  const [startup, , extended] = new GroupReader().read(WRITTEN);
  expect(startup?.kind === "startup" && startup.settings.get("lock_timeout")).toBe("5000");
  const [parse, bind] = extended?.kind === "extended" ? extended.messages : [];
  if (parse === undefined || bind === undefined) throw new Error("two messages at least");
  expect(parsedStatement(parse)).toEqual({ name: "s1", text: "SELECT $1" });
  const bound = boundStatement(bind);
  expect([bound.name, bound.values()]).toEqual(["s1", ["abc", null]]);
});

test("answers are told apart, and their errors and first rows read", () => {
  const row = message("D", short(2), 2, Buffer.from("42", "latin1"), -1);
  const answer = Buffer.concat([row, commandComplete("SELECT 1"), readyForQuery("T")]);
  expect(answersIn(answer).map(({ type }) => type)).toEqual(["D", "C", "Z"]);
  expect(firstRow(answer)).toEqual(["42", undefined]);
  const [error] = answersIn(errorResponse("ERROR", "55P03", "too long"));
  expect(error && errorCode(error)).toBe("55P03");
});
