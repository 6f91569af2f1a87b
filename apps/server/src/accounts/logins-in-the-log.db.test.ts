import { pino } from "pino";
import { expect, test } from "vitest";
import { setTestClock } from "../testing/test-clock.ts";
import { openTestDatabase } from "../testing/test-database.ts";
import {
  codeIn,
  freshStart,
  linkIn,
  NOW,
  openAccountsServer,
  PASSWORD,
  TRANS_PASSWORD,
} from "../testing/accounts-server.ts";

test("logins, wrong ones, resets and a jwt that comes twice name the account in the log, and nobody's name", async () => {
  const texts: string[] = [];
  const log = pino({ base: {} }, { write: (text: string) => texts.push(text) });
  const base = await openTestDatabase();
  const server = openAccountsServer(base, {}, undefined, log);
  await freshStart(base, server);
  const { username, id, token } = await server.register();
  const email = "logged.reader@mail.example";
  await server.call("bindEmail", { email, trans_password: TRANS_PASSWORD }, { token });
  await server.call("confirmEmail", { token: linkIn(server.mails.at(-1)) });

  const { data } = await server.call("login", { username, password: PASSWORD });
  await server.call("login", { username, password: "a wrong long one" });
  await server.call("login", { username: "no_such_name", password: "a wrong long one" });
  await server.call("forgotPwd", { username, email });
  const next = "a jade turtle under nine lanterns";
  const code = codeIn(server.mails.at(-1));
  await server.call("resetPwd", {
    username,
    code: "0".repeat(code.length),
    password: next,
    password_confirmation: next,
  });

  await server.call("refreshToken", { jwt: data["jwt"] });
  await setTestClock(base.owner, NOW + 60_000);
  const again = await server.call("refreshToken", { jwt: data["jwt"] });
  expect(again.code).toBe(402);
  await server.http.fastify.close();
  await base.close();

  const lines = texts
    .join("")
    .trimEnd()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line));
  const of = (call: string) =>
    lines
      .filter((line) => line["call"] === `/api/user/${call}`)
      .map(({ code: reported, player }) => [reported, player]);
  const player = String(id);
  expect(of("register")).toEqual([[0, player]]);
  expect(of("login")).toEqual([
    [0, player],
    [1002, player],
    [1002, undefined],
  ]);
  expect(of("forgotPwd")).toEqual([[0, player]]);
  expect(of("resetPwd")).toEqual([[1018, player]]);
  expect(lines.filter(({ level }) => level === 40)).toMatchObject([
    { player, msg: "a jwt came a second time: its session was ended" },
  ]);
  for (const secret of [username, email, PASSWORD, next, code, data["jwt"] ?? "", data["token"] ?? ""])
    expect([secret, texts.join("").includes(secret)]).toEqual([secret, false]);
});
