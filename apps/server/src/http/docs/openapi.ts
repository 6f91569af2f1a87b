import { CODES, codeName, HTTP_STATUS, type CallSpec, type CodeName, VERSION } from "@lotus/contract";
import * as z from "zod/mini";
import type { ApiDocsOptions } from "./api-docs-options.ts";

type Json = Readonly<Record<string, unknown>>;

const GENERAL: readonly CodeName[] = ["BAD_REQUEST", "TOO_MANY_REQUESTS", "INTERNAL", "OVERLOADED"];

/** The OpenAPI 3.1 document of a contract; only the envelope is written by hand. */
export function openApiDocument(options: ApiDocsOptions): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, call] of Object.entries(options.calls)) {
    const path = call.path.replaceAll(/:(\w+)/gu, "{$1}");
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(name, call, options.root) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: options.title,
      version: VERSION,
      description:
        "Every reply is { code, msg, data }: code 0 with data, or another code with msg in the language of the LANGUAGE header. " +
        "Money and odds are decimal strings, times epoch milliseconds.",
    },
    servers: [{ url: "/" }],
    tags: tagsOf(Object.values(options.calls), options.root),
    paths,
    components: {
      securitySchemes: { token: { type: "apiKey", in: "header", name: "Token" } },
      parameters: HEADERS,
    },
    "x-codes": Object.fromEntries(
      Object.values(CODES).map((code) => {
        const name = codeName(code) ?? "INTERNAL";
        return [code, { name, text: options.translate("en-US", `codes.${name}`), status: statusOf(name) }];
      }),
    ),
  };
}

const HEADERS: Json = {
  language: { name: "LANGUAGE", in: "header", schema: { type: "string", examples: ["vi-VN", "en-US"] } },
  platform: { name: "platform", in: "header", schema: { type: "string", examples: ["h5"] } },
  device: { name: "Device", in: "header", schema: { type: "string", minLength: 8, maxLength: 64 } },
  idempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "The same key with the same request replays the first accepted reply; with another it is refused.",
    schema: { type: "string", minLength: 8, maxLength: 64 },
  },
};

function operationOf(name: string, call: CallSpec, root: string): Json {
  const headers = ["language", "platform", "device", ...(call.idempotent === true ? ["idempotencyKey"] : [])];
  return {
    operationId: name,
    summary: call.summary,
    tags: [areaOf(call, root)],
    security: call.auth === "public" ? [] : call.auth === "optional" ? [{}, { token: [] }] : [{ token: [] }],
    parameters: [
      ...parametersOf("path", call.params),
      ...parametersOf("query", call.query),
      ...headers.map((header) => ({ $ref: `#/components/parameters/${header}` })),
    ],
    ...(call.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { "application/json": { schema: schemaOf(call.body, "input") } },
          },
        }),
    responses: responsesOf(call),
    "x-refusals": call.refusals,
  };
}

function responsesOf(call: CallSpec): Json {
  const sessions: CodeName[] = call.auth === "public" ? [] : ["TOKEN_EXPIRED", "SESSION_ENDED"];
  const refusals = [...sessions, ...call.refusals].map((name) => CODES[name]);
  return {
    200: {
      description: refusals.length === 0 ? "Accepted." : `Accepted, or refused with ${refusals.join(", ")}.`,
      content: { "application/json": { schema: envelopeOf(schemaOf(call.data, "output"), refusals) } },
    },
    ...Object.fromEntries(
      GENERAL.map((name) => [
        statusOf(name),
        { description: name, content: { "application/json": { schema: refusalSchema([CODES[name]]) } } },
      ]),
    ),
  };
}

function envelopeOf(data: Json, refusals: readonly number[]): Json {
  const accepted = {
    type: "object",
    required: ["code", "msg", "data"],
    properties: { code: { const: 0 }, msg: { type: "string" }, data },
  };
  return refusals.length === 0 ? accepted : { oneOf: [accepted, refusalSchema(refusals)] };
}

function refusalSchema(codes: readonly number[]): Json {
  return {
    type: "object",
    required: ["code", "msg", "data"],
    properties: { code: { enum: codes }, msg: { type: "string" }, data: {} },
  };
}

function parametersOf(place: "path" | "query", schema: z.ZodMiniType | undefined): Json[] {
  if (schema === undefined) return [];
  const { properties, required } = schemaOf(schema, "input");
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || needed.includes(name),
    schema: field,
  }));
}

/** JSON Schema of one part. Checks that only code can express, such as a Luhn sum, are left to `msg`. */
export function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const {
    $schema: _dialect,
    "~standard": _standard,
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

/** The part of an API a call belongs to: the first name of its path below the root. */
export function areaOf(call: CallSpec, root: string): string {
  return call.path.slice(root.length + 1).split("/")[0] ?? "";
}

function tagsOf(calls: readonly CallSpec[], root: string): Json[] {
  return [...new Set(calls.map((call) => areaOf(call, root)))].map((name) => ({ name }));
}

function statusOf(name: string): number {
  const statuses: Readonly<Record<string, number>> = HTTP_STATUS;
  return statuses[name] ?? 200;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
