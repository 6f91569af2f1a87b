import { vi } from "vitest";

/** A request that a screen made. */
export interface FakeRequest {
  readonly path: string;
  readonly body: unknown;
}

/** A reply: data, or a refusal. */
export type FakeAnswer = { readonly data: unknown } | { readonly code: number; readonly msg: string };

/**
 * Answers the calls of a screen by "POST /api/user/…" and records the requests. An answer may be a function, if it
 * changes.
 */
export function fakeServer(answers: Record<string, FakeAnswer | (() => FakeAnswer)>): FakeRequest[] {
  const requests: FakeRequest[] = [];
  vi.stubGlobal("fetch", async (url: string, init: { method?: string; body?: string }) => {
    const path = `${init.method ?? "GET"} ${url.split("?")[0]}`;
    requests.push({ path, body: init.body === undefined ? undefined : JSON.parse(init.body) });
    const found = answers[path];
    const answer = typeof found === "function" ? found() : found;
    if (answer === undefined) return Response.json({ code: 9404, msg: "", data: null }, { status: 404 });
    return Response.json("data" in answer ? { code: 0, msg: "", ...answer } : { data: null, ...answer });
  });
  return requests;
}
