import type { CallBodyInput, CallData, CallParamsInput, CallQueryInput, CallSpec } from "./call.ts";

/** `page_size` → `pageSize`. */
type CamelKey<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail>>}`
  : Key;
type Camel<T> = T extends undefined
  ? undefined
  : { [Key in keyof T as Key extends string ? CamelKey<Key> : Key]: T[Key] };

/** The part of the input if the call has it; then it is required. */
type Part<Name extends string, T> = [T] extends [undefined] ? unknown : { readonly [Key in Name]: T };

/** A caller's input: path parameters, query in camelCase (converted to the wire's snake_case), body. */
export type CallInput<C extends CallSpec> = Part<"params", CallParamsInput<C>> &
  Part<"query", Camel<CallQueryInput<C>>> &
  Part<"body", CallBodyInput<C>>;

/** One request as the transport sends it. */
export interface WireRequest {
  readonly method: "GET" | "POST";
  /** Path with parameters filled in and the query string, from `/api`. */
  readonly url: string;
  readonly body: string | undefined;
}

/** `tzOffset` → `tz_offset`. */
export function snakeCase(key: string): string {
  return key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

/** Builds the request of a call. Undefined query values are left out. */
export function wireRequest<C extends CallSpec>(call: C, input: CallInput<C>): WireRequest {
  // Which parts the input has depends on the call; they are read by name.
  const parts = input as {
    params?: Record<string, string>;
    query?: Record<string, string | number | boolean | undefined>;
    body?: unknown;
  };
  const path = call.path.replaceAll(/:(\w+)/gu, (_match, name: string) =>
    encodeURIComponent(parts.params?.[name] ?? ""),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) query.set(snakeCase(key), String(value));
  }
  const search = query.toString();
  return {
    method: call.method,
    url: search === "" ? path : `${path}?${search}`,
    body: call.body === undefined ? undefined : JSON.stringify(parts.body),
  };
}

export type { CallData };
