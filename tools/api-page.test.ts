import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";
import { CALLS, CODES, type CallSpec } from "@lotus/contract";
import { DESK_CALLS } from "@lotus/contract/desk";
import { expect, test } from "vitest";

/** What stands below this line of docs/api.md is made from the contract; `npx vitest run --project unit tools/api-page.test.ts -u` writes it. */
const MARK = "<!-- Below: made from the contract by tools/api-page.test.ts -->\n";
const PAGE = new URL("../docs/api.md", import.meta.url);

type Schema = NonNullable<CallSpec["body"]>;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** The names of all fields of a schema, those of objects inside it too, each once. */
function fieldsOf(schema: unknown): readonly string[] {
  const def = isObject(schema) ? schema["def"] : undefined;
  if (!isObject(def)) return [];
  const inner = ["innerType", "element", "valueType", "in", "out"].map((part) => def[part]);
  const options = Array.isArray(def["options"]) ? def["options"] : [];
  const shape = isObject(def["shape"]) ? Object.entries(def["shape"]) : [];
  const nested = [...shape.map(([, field]) => field), ...inner, ...options].flatMap((one) => fieldsOf(one));
  return [...new Set([...shape.map(([name]) => name), ...nested])];
}

function listed(what: string, ...schemas: readonly (Schema | undefined)[]): string {
  const names = [...new Set(schemas.flatMap((schema) => fieldsOf(schema)))];
  return names.length === 0 ? "" : ` ${what} ${names.map((name) => `\`${name}\``).join(", ")}.`;
}

function lineOf({ method, path, query, body, data, refusals }: CallSpec): string {
  const codes = refusals.map((name) => CODES[name]).toSorted((one, other) => one - other);
  const refuses = codes.length === 0 ? "" : ` Refuses ${codes.join(", ")}.`;
  return `- \`${method} ${path}\`${listed("Takes", query, body)}${listed("Answers", data)}${refuses}`;
}

test("docs/api.md names every code, every call and every field of the contract", async () => {
  const [hand = ""] = readFileSync(PAGE, "utf8").split(MARK);
  const codes = Object.entries(CODES).toSorted(([, one], [, other]) => one - other);
  const sections = [
    ["## Codes", codes.map(([name, code]) => `- ${code} \`${name}\``)],
    ["## The players' calls", Object.values<CallSpec>(CALLS).map(lineOf)],
    ["## The desk's calls", Object.values<CallSpec>(DESK_CALLS).map(lineOf)],
  ] as const;
  const made = sections.map(([head, lines]) => `\n${head}\n\n${lines.join("\n")}\n`).join("");
  await expect(`${hand}${MARK}${made}`).toMatchFileSnapshot(fileURLToPath(PAGE));
});
