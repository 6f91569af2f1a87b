import type { CallSpec } from "@lotus/contract";
import * as z from "zod/mini";

/** Texts of which every field of the contract takes at least one. */
const SAMPLES = [
  "a plain text",
  "internal",
  "1",
  "2026-11-21",
  "10.00",
  "FFC",
  "202611210003",
  "FFC-202611210003",
  "R202001010000000001",
  "C202001010000000001",
  "somebody_1",
  "somebody@mail.example",
  "0912345678",
  "135790",
  "12345678",
  "a1b2c3d4-a1b2-4c3d-8e4f-a1b2c3d4e5f6",
  "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  "iVBORw0KGgoAAAANSUhEUgAA",
  "VND",
  "vi-VN",
  "x".repeat(43),
  "x".repeat(22),
  "x".repeat(87),
  "https://fcm.googleapis.com/fcm/send/x",
];

/** Values tried in place of every text and number. */
export const HOSTILE: readonly unknown[] = [
  `' OR 1=1; DROP TABLE player; --`,
  `"; SELECT pg_sleep(30); --`,
  String.raw`\'; COPY player TO PROGRAM 'id'; --`,
  String.raw`%_\%`,
  "NUL \0 here",
  "a lone \ud800 surrogate",
  "\udc00\ud800",
  "\u202egnp.exe\u2066\u200f",
  "\ufeff\u2028\u2029\u{1f469}\u200d\u{1f4bb}",
  "9".repeat(40),
  "-9223372036854775809",
  "__proto__",
  -1,
  1e300,
  null,
  [],
  {},
  [["__proto__"]],
];

/** The JSON of a body with additional keys that could pollute prototypes. */
export function pollutedBodies(body: unknown): readonly string[] {
  const inner = JSON.stringify(typeof body === "object" && body !== null ? body : {}).slice(1, -1);
  const and = inner === "" ? "" : `,${inner}`;
  return [
    `{"__proto__":{"polluted":true,"role":"admin"}${and}}`,
    `{"constructor":{"prototype":{"polluted":true}}${and}}`,
    `{"toString":1,"hasOwnProperty":1${and}}`,
  ];
}

/** Bodies, queries or parameters that a schema takes: one for each of its kinds, the fullest first. */
export function samplesOf(schema: CallSpec["body"]): readonly unknown[] {
  if (schema === undefined) return [undefined];
  // Which fields a definition has depends on its type; `kindsOf` reads only those.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return kindsOf(schema, schema.def as unknown as Def);
}

/** The fields of a schema's definition that are read here; which of them exist depends on its type. */
interface Def {
  readonly type: string;
  readonly shape: Readonly<Record<string, z.ZodMiniType>>;
  readonly innerType: z.ZodMiniType;
  readonly element: z.ZodMiniType;
  readonly valueType: z.ZodMiniType;
  readonly in: z.ZodMiniType;
  readonly options: readonly z.ZodMiniType[];
  readonly entries: Readonly<Record<string, string>>;
  readonly values: readonly unknown[];
}

function kindsOf(schema: z.ZodMiniType, def: Def): readonly unknown[] {
  switch (def.type) {
    case "object":
      return [fitting(schema, objectOf(def.shape)), ...bare(schema, def.shape)];
    case "optional":
    case "nullable":
      return samplesOf(def.innerType);
    case "array":
      return [fewest(schema, first(def.element))];
    case "record":
      return [{ "vi-VN": first(def.valueType) }];
    case "union":
      return def.options.flatMap(samplesOf);
    case "enum":
      return Object.values(def.entries).slice(0, 1);
    case "literal":
      return def.values.slice(0, 1);
    case "pipe":
      return samplesOf(def.in);
    case "number":
    case "int":
      return [[1, 0, 30].find((number) => z.safeParse(schema, number).success) ?? 0];
    case "boolean":
      return [true];
    default:
      return [sampleText(schema)];
  }
}

function sampleText(schema: z.ZodMiniType): string {
  const sample = SAMPLES.find((text) => z.safeParse(schema, text).success);
  if (sample === undefined) throw new Error("a field takes none of the sample texts: add one that it takes");
  return sample;
}

function objectOf(shape: Def["shape"]): Readonly<Record<string, unknown>> {
  const made: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    // Confirmations must equal their fields.
    const twin = name.replace(/_confirmation$/u, "");
    made[name] = twin !== name && twin in made ? made[twin] : first(field);
  }
  return made;
}

/** The object with only its required fields, so that an optional field that is refused first hides no other. */
function bare(schema: z.ZodMiniType, shape: Def["shape"]): readonly unknown[] {
  const needed = Object.entries(shape).filter(([, field]) => field.def.type !== "optional");
  if (needed.length === Object.keys(shape).length) return [];
  const made = objectOf(Object.fromEntries(needed));
  return z.safeParse(schema, made).success ? [made] : [];
}

/** Where not all fields go together, the object without the first one that is too many. */
function fitting(schema: z.ZodMiniType, made: Readonly<Record<string, unknown>>): unknown {
  if (z.safeParse(schema, made).success) return made;
  const without = (name: string) => Object.fromEntries(Object.entries(made).filter(([key]) => key !== name));
  return (
    Object.keys(made)
      .map(without)
      .find((less) => z.safeParse(schema, less).success) ?? made
  );
}

/** A list as short as the schema takes. */
function fewest(schema: z.ZodMiniType, element: unknown): readonly unknown[] {
  const lists = [1, 2, 3].map((length) => Array.from({ length }, () => element));
  return lists.find((list) => z.safeParse(schema, list).success) ?? [element];
}

function first(schema: z.ZodMiniType): unknown {
  return samplesOf(schema)[0];
}

/** Paths of all leaves of a value, from the outside in. */
export function leavesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return path.length === 0 ? [] : [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** The value with another in one of its places. */
export function withLeaf(value: unknown, path: readonly string[], leaf: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return leaf;
  if (Array.isArray(value)) {
    return value.map((inner: unknown, index) =>
      String(index) === key ? withLeaf(inner, rest, leaf) : inner,
    );
  }
  const inner: unknown = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return { ...(typeof value === "object" ? value : {}), [key]: withLeaf(inner, rest, leaf) };
}
