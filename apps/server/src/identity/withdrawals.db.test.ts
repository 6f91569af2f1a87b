import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { bindAccount, recharge, withdrawal } from "../testing/withdrawals.ts";
import { aDocument, send, verify } from "../testing/documents.ts";

const FREE = { TURNOVER_PERCENT: "0", WITHDRAWAL_MIN: "50.00", WITHDRAWAL_MAX_PENDING: "10" };

let players = 0;
async function enrol(played: PlayedServer, amount: string): Promise<TestPlayer & { address: string }> {
  players += 1;
  const player = await played.register(`paid_out_${players}`);
  await recharge(played, player, amount);
  return { ...player, address: await bindAccount(played, player) };
}

const withdraw = (played: PlayedServer, player: TestPlayer & { address: string }, amount: string) =>
  played.post("/api/user/makeOrder", withdrawal(player.address, amount), { player });
const stateOf = async (played: PlayedServer, player: TestPlayer) =>
  (await played.get("/api/user/identity", { player })).data;

describe("where the first withdrawal needs it", () => {
  let played: PlayedServer;
  beforeAll(async () => {
    played = await openPlayedServer({ ...FREE, IDENTITY_NEEDED: "first-withdrawal" });
  });
  afterAll(() => played.close());

  test("a withdrawal is refused until the player is verified, and works from then on", async () => {
    const player = await enrol(played, "200.00");
    expect(await stateOf(played, player)).toMatchObject({ state: "none", needed: true });
    const quote = await played.get("/api/user/withdrawQuote", { player });
    expect(quote.data).toMatchObject({ identity: { state: "none", needed: true } });
    expect(await withdraw(played, player, "60.00")).toMatchObject({ code: 2032 });
    expect(await stateOf(played, player)).toMatchObject({ state: "asked" });
    await send(played, player);
    expect(await withdraw(played, player, "60.00")).toMatchObject({ code: 2032 });
    await verify(played, player);
    expect(await stateOf(played, player)).toMatchObject({ state: "verified", needed: false });
    expect(await withdraw(played, player, "60.00")).toMatchObject({ code: 0 });
  });

  test("what something else prevents asks nobody for documents", async () => {
    const player = await enrol(played, "100.00");
    expect(await withdraw(played, player, "160.00")).toMatchObject({ code: 2001 });
    expect(await stateOf(played, player)).toMatchObject({ state: "none" });
  });

  test("the same rule holds during an exclusion: money leaves once the house knows who asks", async () => {
    const player = await enrol(played, "200.00");
    expect((await played.post("/api/user/selfExclude", { months: 6 }, { player })).code).toBe(0);
    expect(await withdraw(played, player, "60.00")).toMatchObject({ code: 2032 });
    await send(played, player);
    await verify(played, player);
    expect(await withdraw(played, player, "60.00")).toMatchObject({ code: 0 });
    const inbox = await played.post("/api/user/userMail", { type: "message" }, { player });
    expect(JSON.stringify(inbox)).toContain("Identity confirmed");
  });

  test("a decision and withdrawals at once: each is refused before, or accepted after", async () => {
    for (let round = 0; round < 5; round += 1) {
      const player = await enrol(played, "200.00");
      await send(played, player);
      const [, ...replies] = await Promise.all([
        verify(played, player),
        ...Array.from({ length: 3 }, () => withdraw(played, player, "50.00")),
      ]);
      for (const { code } of replies) expect([0, 2032]).toContain(code);
      expect(await withdraw(played, player, "50.00")).toMatchObject({ code: 0 });
    }
  });
});

describe("where a sum needs it", () => {
  let played: PlayedServer;
  beforeAll(async () => {
    played = await openPlayedServer({ ...FREE, IDENTITY_NEEDED: "above", IDENTITY_ABOVE: "100.00" });
  });
  afterAll(() => played.close());

  test("withdrawals of 30 days up to the sum need nothing, one more does", async () => {
    const player = await enrol(played, "500.00");
    expect(await stateOf(played, player)).toMatchObject({ needed: false, neededAbove: "100.00" });
    expect(await withdraw(played, player, "50.00")).toMatchObject({ code: 0 });
    expect(await withdraw(played, player, "50.00")).toMatchObject({ code: 0 });
    const quote = await played.get("/api/user/withdrawQuote?amount=50.00", { player });
    expect(quote.data).toMatchObject({ identity: { needed: true } });
    expect(await withdraw(played, player, "50.00")).toMatchObject({ code: 2032 });
  });

  test("withdrawals at once do not pass the sum together", async () => {
    const player = await enrol(played, "500.00");
    const replies = await Promise.all(Array.from({ length: 4 }, () => withdraw(played, player, "50.00")));
    expect(replies.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 0, 2032, 2032]);
  });
});

test("nothing needs it by default", async () => {
  const played = await openPlayedServer(FREE);
  const player = await enrol(played, "200.00");
  expect(await withdraw(played, player, "200.00")).toMatchObject({ code: 0 });
  // It can be shown all the same.
  expect((await aDocument(played, player)).code).toBe(0);
  await played.close();
});
