import type { CallSpec } from "@lotus/contract";
import type { ServerMessageKey } from "@lotus/locales";
import * as z from "zod/mini";
import type { CallRequest } from "./handler.ts";

/** One error in a request: its location, and the key of its text. */
export interface InputIssue {
  /** Path of the field, such as "bets.0.amount". */
  readonly path: string;
  readonly key: ServerMessageKey;
}

export type ParsedRequest =
  | { readonly ok: true; readonly request: CallRequest<CallSpec> }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

/** The parts of a request as they arrived. */
export interface RawParts {
  /** As sent, percent-encoded. */
  readonly url: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const INVALID: ServerMessageKey = "validation.invalid";
const MAX_ISSUES = 20;

/** Parses a request with its call's own schemas, but for a body that is known to be accepted. Unknown fields are refused. */
export function parseRequest(
  call: CallSpec,
  raw: RawParts,
  isPlain: (body: unknown) => boolean = () => false,
): ParsedRequest {
  const issues: InputIssue[] = [];
  if (raw.url.includes("%00")) {
    refuseNul(raw.params, issues);
    refuseNul(raw.query, issues);
  }
  const params = call.params === undefined ? undefined : read(call.params, raw.params, issues);
  const query = call.query === undefined ? refuseAny(raw.query, issues) : read(call.query, raw.query, issues);
  const body =
    call.body === undefined
      ? refuseAny(raw.body, issues)
      : isPlain(raw.body)
        ? raw.body
        : read(call.body, raw.body, issues);
  if (issues.length > 0) return { ok: false, issues: issues.slice(0, MAX_ISSUES) };
  // The schemas of this same call have just parsed these parts; its handler has their exact types.
  return {
    ok: true,
    request: {
      params,
      query,
      body,
    },
  };
}

/** A part that the call has no schema for must be absent or empty. */
function refuseAny(part: unknown, issues: InputIssue[]): undefined {
  if (part === undefined) return;
  if (typeof part !== "object" || part === null) {
    issues.push({ path: "", key: INVALID });
    return;
  }
  // Checks own keys without building a list: most parts are empty.
  for (const key in part) {
    if (Object.hasOwn(part, key)) issues.push({ path: key, key: INVALID });
  }
}

function read(schema: z.ZodMiniType, value: unknown, issues: InputIssue[]): unknown {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) issues.push(...described(issue));
  return undefined;
}

function described(issue: z.core.$ZodIssue): InputIssue[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: path === "" ? key : `${path}.${key}`, key: INVALID }));
  }
  return [{ path, key: messageKey(issue.message) }];
}

/** Rules of the contract have a key of the catalogue as message; anything else is zod's own text. */
function messageKey(message: string): ServerMessageKey {
  return isMessageKey(message) ? message : INVALID;
}

/** Recognizes a key by its form; request-parts.test.ts proves that every key used by a rule has a text. */
function isMessageKey(message: string): message is ServerMessageKey {
  return /^(?:validation|codes)\.\w+$/u.test(message);
}

/** PostgreSQL cannot store NUL, so a path or query with one matches nothing. (Bodies are checked when read.) */
function refuseNul(part: unknown, issues: InputIssue[]): void {
  if (typeof part !== "object" || part === null) return;
  for (const [path, value] of Object.entries(part)) {
    if (typeof value === "string" && value.includes("\0")) issues.push({ path, key: INVALID });
  }
}
