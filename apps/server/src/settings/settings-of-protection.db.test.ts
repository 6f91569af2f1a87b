import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { readSettings } from "./settings.ts";

/** Each rule pack as the app is told of it, and what else is shown to players who need help. */

const HELP = { locale: "en-US", name: "Help line", phone: "+1 800 000 000", url: "https://help.example" };
const PACKS = ["default", "uk", "se", "de"] as const;

const servers = new Map<string, DeskServer>();
beforeAll(async () => {
  for (const pack of PACKS) {
    servers.set(pack, await openDeskServer({ RULE_PACK: pack, HELP_LINES: JSON.stringify([HELP]) }));
  }
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

async function rulesOf(pack: (typeof PACKS)[number]): Promise<Record<string, unknown>> {
  const reply = await servers.get(pack)?.player("GET", "/api/app/config");
  return reply?.data.protection;
}

test("RULE_PACK, HELP_LINES: the app is told", async () => {
  for (const pack of PACKS) expect(await rulesOf(pack)).toMatchObject({ pack, help: [HELP] });
  expect(await rulesOf("se")).toMatchObject({ depositLimitsObligatory: true, raiseHours: 72 });
  expect(await rulesOf("de")).toMatchObject({ depositLimitsObligatory: true, raiseHours: 168 });
});

test.each([
  "not json",
  '[{"locale":"xx-XX","name":"a","phone":"","url":""}]',
  '[{"locale":null,"name":"","phone":"","url":""}]',
  '[{"locale":null,"name":"a","phone":"","url":"javascript:alert(1)"}]',
])("HELP_LINES of %s is refused at the start", (wrong) => {
  expect(() => readSettings({ HELP_LINES: wrong }, "demo")).toThrow(/HELP_LINES/u);
  expect(() => readSettings({ RULE_PACK: "fr" }, "demo")).toThrow(/RULE_PACK/u);
});

test.each(["default", "uk"] as const)(
  "%s: reality checks come every 30 minutes unless the player chooses 10 to 60",
  async (pack) => {
    const server = servers.get(pack);
    const player = await server?.enrol("checked_one");
    const shown = async () => (await server?.player("GET", "/api/user/limits", player?.token))?.data;
    expect(await shown()).toMatchObject({ realityCheckMinutes: 30 });
    for (const minutes of [10, 60]) {
      await server?.player("POST", "/api/user/realityCheck", player?.token, { minutes });
      expect(await shown()).toMatchObject({ realityCheckMinutes: minutes });
    }
  },
);

test("se: reality checks come each hour, or more often", async () => {
  const server = servers.get("se");
  const player = await server?.enrol("checked_two");
  const shown = async () => (await server?.player("GET", "/api/user/limits", player?.token))?.data;
  expect(await shown()).toMatchObject({ realityCheckMinutes: 60 });
  await server?.player("POST", "/api/user/realityCheck", player?.token, { minutes: 10 });
  expect(await shown()).toMatchObject({ realityCheckMinutes: 10 });
});

test("de: reality checks come each hour, with a pause of five minutes", async () => {
  expect(await rulesOf("de")).toMatchObject({ realityCheck: { usual: 60, max: 60, pause: 5 } });
});

test("uk: the limits are to be reviewed every six months", async () => {
  expect(await rulesOf("uk")).toMatchObject({ limitReviewDays: 182 });
});

test("se: the net result is shown at a login every 30 days, and the app asks after two minutes without a touch", async () => {
  expect(await rulesOf("se")).toMatchObject({ netResultDays: 30, idleMinutes: 2 });
});

test("de: the net result is shown at each login", async () => {
  expect(await rulesOf("de")).toMatchObject({ netResultDays: 0 });
});

test.each(["uk", "de"] as const)("%s: practice is not offered", async (pack) => {
  expect(await rulesOf(pack)).toMatchObject({ practice: false });
});

test("default: practice is offered", async () => {
  expect(await rulesOf("default")).toMatchObject({ practice: true });
  expect(await rulesOf("se")).toMatchObject({ practice: true });
});
