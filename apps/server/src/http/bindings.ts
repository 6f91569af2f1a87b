import type { CallSpec } from "@lotus/contract";
import type { BoundCall } from "./handler.ts";

/** Calls by path, to look up the methods of a path. */
export type MethodsByPath = readonly { readonly pattern: RegExp; readonly methods: readonly string[] }[];

/**
 * Checks that every call of the contract has exactly one handler, and nothing else has one. @throws Error naming each
 * call that is missing, duplicate or unknown, so that an incomplete server does not start
 */
export function assertAllBound(calls: readonly CallSpec[], bound: readonly BoundCall[]): void {
  const faults: string[] = [];
  for (const call of calls) {
    const count = bound.filter((one) => one.call === call).length;
    if (count !== 1) faults.push(`${call.method} ${call.path} has ${count} handlers`);
  }
  for (const { call } of bound) {
    if (!calls.includes(call)) faults.push(`${call.method} ${call.path} is not in the contract`);
  }
  if (faults.length > 0) throw new Error(`the contract is not met: ${faults.join("; ")}`);
}

/** The methods of each path, so that the reply to a wrong one can list the right ones. */
export function methodsByPath(
  routes: readonly { readonly method: string; readonly path: string }[],
): MethodsByPath {
  const byPath = new Map<string, string[]>();
  for (const { method, path } of routes) {
    const methods = byPath.get(path) ?? [];
    methods.push(...(method === "GET" ? ["GET", "HEAD"] : [method]));
    byPath.set(path, methods);
  }
  return [...byPath].map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll(/[.]/gu, "\\.").replaceAll(/:\w+/gu, "[^/]+")}$`, "u"),
    methods,
  }));
}

/** The methods of a path; empty when there is no such path. */
export function methodsOf(paths: MethodsByPath, path: string): readonly string[] {
  return paths.find(({ pattern }) => pattern.test(path))?.methods ?? [];
}
