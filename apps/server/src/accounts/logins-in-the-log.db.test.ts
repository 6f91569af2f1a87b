import { pino } from "pino";
import { expect, test } from "vitest";
import { setTestClock } from "../db/test-clock.ts";
import { openTestDatabase } from "../db/test-database.ts";
import {
  codeIn,
  freshStart,
  linkIn,
  NOW,
  openAccountsHouse,
  PASSWORD,
  TRANS_PASSWORD,
} from "./accounts-house.fixture.ts";

test("logins, wrong ones, resets and a jwt that comes twice name the account in the log, and nobody's name", async () => {
  const texts: string[] = [];
  const log = pino({ base: {} }, { write: (text: string) => texts.push(text) });
  const base = await openTestDatabase();
  const house = openAccountsHouse(base, {}, undefined, log);
  await freshStart(base, house);
  const { username, id, token } = await house.register();
  const email = "logged.reader@mail.example";
  await house.call("bindEmail", { email, trans_password: TRANS_PASSWORD }, { token });
  await house.call("confirmEmail", { token: linkIn(house.mails.at(-1)) });

  const { data } = await house.call("login", { username, password: PASSWORD });
  await house.call("login", { username, password: "a wrong long one" });
  await house.call("login", { username: "no_such_name", password: "a wrong long one" });
  await house.call("forgotPwd", { username, email });
  const next = "a jade turtle under nine lanterns";
  const code = codeIn(house.mails.at(-1));
  await house.call("resetPwd", {
    username,
    code: "0".repeat(code.length),
    password: next,
    password_confirmation: next,
  });

  await house.call("refreshToken", { jwt: data["jwt"] });
  await setTestClock(base.owner, NOW + 60_000);
  const again = await house.call("refreshToken", { jwt: data["jwt"] });
  expect(again.code).toBe(402);
  await house.server.fastify.close();
  await base.close();

  const lines = texts
    .join("")
    .trimEnd()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line));
  const of = (call: string) =>
    lines
      .filter((line) => line["call"] === `/api/user/${call}`)
      .map(({ code: said, player }) => [said, player]);
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
