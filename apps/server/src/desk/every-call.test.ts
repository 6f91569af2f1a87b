import { CALLS, type CallSpec } from "@lotus/contract";
import { ACTION_NAMES, DESK_CALLS, DESK_EXPORTS, ruleOf, type Action } from "@lotus/contract/desk";
import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { samplesOf } from "../testing/hostile-requests.ts";

/** Every call of either port, by method and path. */
const EVERY = [...Object.values<CallSpec>(CALLS), ...Object.values<CallSpec>(DESK_CALLS)].map(
  (call) => [`${call.method} ${call.path}`, call] as const,
);

type Schema = NonNullable<CallSpec["body"]>;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Names of all fields of a schema, those of objects inside it too. */
function fieldsOf(schema: Schema | undefined): readonly string[] {
  if (schema === undefined) return [];
  // Which fields a definition has depends on its type; only those are read.
  const def: unknown = schema.def;
  if (!isObject(def)) return [];
  const inner = ["innerType", "element", "valueType", "in", "out"].map((part) => def[part]);
  const options = Array.isArray(def["options"]) ? def["options"] : [];
  const shape = isObject(def["shape"]) ? Object.entries(def["shape"]) : [];
  return [
    ...shape.map(([name]) => name),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    ...[...shape.map(([, field]) => field), ...inner, ...options]
      .filter(isObject)
      .flatMap((one) => fieldsOf(one as unknown as Schema)),
  ];
}

/** What a URL must not contain, and a reply must not unless it is listed below. */
const SECRET = /pass(?:word|wd)?|pwd|secret|token|jwt|hash|otp|totp|pepper|private|seed/iu;

/** Only whether it exists, must be changed or until when it is locked, not its value. */
const SAYS_WHETHER = /^(?:has|must)[A-Z]|(?:Until|At)$/u;
/** A session; the first password and authenticator of an operator; the proof of a draw, which is public. */
const HANDING_OVER =
  /^\/api\/user\/(?:login|passkeyLogin|register|refreshToken)$|^\/desk\/api\/(?:operators|session|enrolment)(?:\/|$)|^\/api\/lottery\/proof\//u;
/** Hashes of a tree whose root is public, and of the beacon. */
const PUBLIC_HASHES = /^\/api\/(?:user\/liability|lottery\/fairness)$/u;

describe("every call", () => {
  test.each(EVERY)("%s takes no field that it does not name, wherever it stands", (_name, call) => {
    for (const schema of [call.query, call.body]) {
      if (schema === undefined) continue;
      for (const sample of samplesOf(schema)) {
        expect(z.safeParse(schema, sample).success).toBe(true);
        for (const path of objectsIn(sample)) {
          for (const extra of ["role", "balance", "status", "player_id_", "isAdmin"]) {
            const grown = withField(sample, path, extra);
            expect([path, extra, z.safeParse(schema, grown).success]).toEqual([path, extra, false]);
          }
        }
      }
    }
  });

  test.each(EVERY)("%s takes a parameter of its address once, not twice", (_name, call) => {
    if (call.query === undefined) return;
    for (const sample of samplesOf(call.query)) {
      for (const [name, value] of Object.entries(isObject(sample) ? sample : {})) {
        // As Fastify parses a repeated parameter.
        const twice = { ...(isObject(sample) ? sample : {}), [name]: [value, value] };
        expect([name, z.safeParse(call.query, twice).success]).toEqual([name, false]);
      }
    }
  });

  test("that is asked for by GET changes nothing: it has no body, no key, and no audited action of the desk", () => {
    for (const [name, call] of EVERY) {
      if (call.method !== "GET") continue;
      expect([name, call.body, call.idempotent ?? false, call.rate]).toEqual([
        name,
        undefined,
        false,
        "read",
      ]);
      const action = actionOf(call);
      if (action !== undefined)
        expect([name, ruleOf(action).reason, ruleOf(action).people]).toEqual([name, "none", 1]);
    }
  });

  test("brings no password, token or code in its address, and neither does a file", () => {
    const inAddress = EVERY.flatMap(([name, call]) =>
      [...fieldsOf(call.params), ...fieldsOf(call.query)].map((field) => `${name} ${field}`),
    );
    expect(inAddress.filter((field) => SECRET.test(field.split(" ").at(-1) ?? ""))).toEqual([]);
    const files = Object.values(DESK_EXPORTS).flatMap(({ query }) => fieldsOf(query));
    expect(files.filter((field) => SECRET.test(field))).toEqual([]);
  });

  test("returns no secret, except those made to return one once", () => {
    const telling = EVERY.filter(([, call]) =>
      fieldsOf(call.data).some((field) => SECRET.test(field) && !SAYS_WHETHER.test(field)),
    ).map(([, { path }]) => path);
    expect(telling.filter((path) => !HANDING_OVER.test(path) && !PUBLIC_HASHES.test(path))).toEqual([]);
  });

  test("knows of no hint and no secret question", () => {
    const about = EVERY.filter(([name]) => /\/(?:user|session|operators|enrolment)\//u.test(name));
    const fields = about.flatMap(([name, call]) =>
      [...fieldsOf(call.query), ...fieldsOf(call.body), ...fieldsOf(call.data)].map(
        (field) => `${name} ${field}`,
      ),
    );
    expect(
      fields.filter((field) =>
        /hint|question|maiden|birth_?place|pet_?name/iu.test(field.split(" ").at(-1) ?? ""),
      ),
    ).toEqual([]);
  });

  test("that hands out a session is one of the five ways in", () => {
    const opening = EVERY.filter(([, call]) =>
      fieldsOf(call.data).some((field) => /^(?:token|jwt)$/u.test(field)),
    );
    expect(opening.map(([name]) => name).sort()).toEqual([
      "POST /api/user/login",
      "POST /api/user/passkeyLogin",
      "POST /api/user/refreshToken",
      "POST /api/user/register",
      "POST /desk/api/session/signIn",
    ]);
  });
});

test("a password has eight signs at least, an operator's twelve, and 64 are not too many", () => {
  const registers = (password: string): boolean => {
    const [sample] = samplesOf(CALLS.register.body);
    return z.safeParse(CALLS.register.body, { ...Object(sample), password, password_confirmation: password })
      .success;
  };
  const changes = (password: string): boolean =>
    z.safeParse(DESK_CALLS.changePassword.body, { old_password: "whatever it was", password }).success;
  const long = "Bảy con dốc và một hòn đá cuội lăn mãi không dừng ".padEnd(64, "ố7");
  expect(["ñ7#Lw9z", "ñ7#Lw9zK", long].map(registers)).toEqual([false, true, true]);
  expect(["ñ7#Lw9zK qX", "ñ7#Lw9zK qXé", long].map(changes)).toEqual([false, true, true]);
});

/** The table's action of a desk call; undefined for those that every operator may do. */
function actionOf(call: CallSpec): Action | undefined {
  const action: unknown = Reflect.get(call, "action");
  return ACTION_NAMES.find((name) => name === action);
}

/** The paths of all objects in a value, its own path first. */
function objectsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (!isObject(value)) return [];
  const inner = Object.entries(value).flatMap(([key, one]) => objectsIn(one, [...path, key]));
  return Array.isArray(value) ? inner : [path, ...inner];
}

function withField(value: unknown, path: readonly string[], name: string): unknown {
  if (!isObject(value)) return value;
  const [key, ...rest] = path;
  if (key === undefined) return { ...value, [name]: "x" };
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (String(at) === key ? withField(one, rest, name) : one));
  return { ...value, [key]: withField(value[key], rest, name) };
}
