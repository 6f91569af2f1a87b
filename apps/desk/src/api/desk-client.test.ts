import { CALLS, CODES } from "@lotus/contract";
import { DESK_CALLS } from "@lotus/contract/desk";
import { expect, test, vi } from "vitest";
import codes from "../../../../packages/locales/en-US/codes.json";
import { word } from "../i18n/i18n.ts";
import { createDeskClient } from "./desk-client.ts";
import { DeskError, endsSession } from "./desk-error.ts";

function clientOf(reply: () => Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(reply);
  const call = createDeskClient({
    fetch,
    token: () => "abc",
    locale: () => "en-US",
    timeoutMs: 1_000,
    offlineText: () => "offline",
    ownText: (name) => word("en-US", `refused.${name}`),
  });
  return { fetch, call };
}

const json =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(new Response(JSON.stringify(body), { status }));

test("a call sends token, language, key and body, and returns its data", async () => {
  const { fetch, call } = clientOf(json({ code: 0, msg: "", data: { waitsForSecond: false } }));
  const data = await call(
    DESK_CALLS.passRecharge,
    { params: { id: "R1" }, body: { reason: "seen" } },
    { idempotencyKey: "k1" },
  );
  expect(data.waitsForSecond).toBe(false);
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(url).toBe("/desk/api/recharges/R1/pass");
  expect(init).toMatchObject({
    method: "POST",
    body: '{"reason":"seen"}',
    headers: { Token: "abc", LANGUAGE: "en-US", "Idempotency-Key": "k1", "Content-Type": "application/json" },
  });
});

test("a refusal is thrown with its code and the operator's words; 401 and 402 end the session", async () => {
  for (const [code, ends] of [
    [8002, false],
    [401, true],
    [402, true],
  ] as const) {
    const { call } = clientOf(json({ code, msg: "because", data: null }));
    const error: unknown = await call(DESK_CALLS.me, {}).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(DeskError);
    expect(error).toMatchObject({ code, message: "because", status: ends ? 401 : 400 });
    expect(endsSession(error)).toBe(ends);
  }
});

test("an operator reads of a refusal in the desk's words where the usual ones speak to a player", async () => {
  const { call } = clientOf(json({ code: CODES.MONEY_STOPPED, msg: "Your money is safe", data: null }));
  await expect(call(DESK_CALLS.me, {})).rejects.toMatchObject({
    message: "Money is stopped: nothing moves until an admin lets it move again",
  });
});

/** These speak to whoever signs in or sends something, operator or player. */
const TO_ANYBODY: ReadonlySet<string> = new Set(["PASSWORD_TOO_COMMON"]);

test("no refusal of a call of the desk speaks to a player", () => {
  const toPlayers = new Set(Object.values(CALLS).flatMap((call): readonly string[] => call.refusals ?? []));
  const texts: Readonly<Record<string, string>> = codes;
  const spoken = Object.values(DESK_CALLS)
    .flatMap((call): readonly string[] => call.refusals ?? [])
    .filter((name) => toPlayers.has(name) && !TO_ANYBODY.has(name))
    .filter((name) => word("en-US", `refused.${name}`) === undefined)
    .filter((name) => /\byour?\b|customer service/iu.test(texts[`codes.${name}`] ?? ""));
  expect(spoken).toEqual([]);
});

test("a network failure, and a response not from the server, are reported as no response", async () => {
  for (const reply of [
    () => Promise.reject(new TypeError("failed to fetch")),
    () => Promise.resolve(new Response("<html>proxy</html>", { status: 502 })),
    json({ ok: true }),
  ]) {
    const { call } = clientOf(reply);
    await expect(call(DESK_CALLS.me, {})).rejects.toMatchObject({ message: "offline", status: 503 });
  }
});
