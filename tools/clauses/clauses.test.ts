import { expect, test } from "vitest";
import { RULE_PACKS } from "@lotus/server/protection";
import { ROOT } from "../layers.ts";
import { missingNames } from "../test/named-test.ts";
import { checkClauses, readClauseTable } from "./check-clauses.ts";
import { clauseProblems, readClauses } from "./clauses-table.ts";

const CLAUSE = { id: "xx.raise", rule: "It waits.", source: "A law", confirmed: false };
const PACK = { ...RULE_PACKS.default, clauses: [CLAUSE] };
const ROW = "| `xx.raise` | It waits. | A law (not confirmed) | `a.test.ts` | `xx: waits` |";

test("every clause of every pack has its row, with the words of the pack and a test that is there", () => {
  expect(checkClauses()).toEqual([]);
  expect(missingNames(ROOT, readClauseTable())).toEqual([]);
});

test("a row that names another rule, another source, no test or no clause is reported", () => {
  const problems = (row: string) => clauseProblems(readClauses(row), [PACK], () => true);
  expect(problems(ROW)).toEqual([]);
  expect(problems("")).toEqual(["xx.raise has not exactly one row"]);
  expect(problems(`${ROW}\n${ROW}`)).toEqual(["xx.raise has not exactly one row"]);
  expect(problems(ROW.replace("It waits.", "It does not."))).toEqual([
    'xx.raise says something else than its pack: "It waits."',
  ]);
  expect(problems(ROW.replace(" (not confirmed)", ""))).toEqual([
    "xx.raise names another source than its pack",
  ]);
  expect(problems(ROW.replace("`xx: waits`", ""))).toEqual(["xx.raise names no test"]);
  expect(problems(`${ROW}\n${ROW.replace("xx.raise", "yy.raise")}`)).toEqual([
    "yy.raise is a clause of no pack",
  ]);
  expect(clauseProblems(readClauses(ROW), [PACK], () => false)).toEqual([
    "xx.raise names a.test.ts, which does not exist",
  ]);
});
