import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cashAccount, HOUSE_ACCOUNTS, lockCash, post } from "../ledger/ledger.ts";
import { send, verify } from "../testing/documents.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { bindAccount, type Periods, periodsOf, withdrawal } from "../testing/withdrawals.ts";

/** Who the house must know before they play, under the rules of a licence. */

const IDENTITY_NEEDED = 2032;

describe.each(["uk", "se", "de"])("%s", (pack) => {
  let played: PlayedServer;
  let periods: Periods;
  beforeAll(async () => {
    played = await openPlayedServer({ RULE_PACK: pack, TURNOVER_PERCENT: "0", WITHDRAWAL_MIN: "10.00" });
    periods = periodsOf(played);
  });
  afterAll(() => played.close());

  let players = 0;
  /** A player with deposit limits and 100.00, given: nobody unknown can have recharged. */
  async function enrol(): Promise<TestPlayer> {
    const player = await played.register(`unknown_${(players += 1)}`);
    for (const window of ["day", "week", "month"])
      await played.post("/api/user/limits", { kind: "deposit", window, amount: "500.00" }, { player });
    await played.base.db.transaction(async (tx) => {
      await lockCash(tx, player.id);
      const gift = { debit: HOUSE_ACCOUNTS.gifts, credit: cashAccount(player.id), amount: 100_00n } as const;
      await post(tx, [{ code: "gift", ...gift, reference: "1", playerId: player.id }]);
    });
    return player;
  }

  async function bet(player: TestPlayer): Promise<number> {
    const bets = [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["10"] }] }];
    const body = { prize_no: await periods.open(), bets };
    return (await played.post("/api/lottery/order/K3", body, { player })).code;
  }
  const recharge = async (player: TestPlayer): Promise<number> => {
    const body = { type: "recharge", amount: "50.00", channel_id: "demo" };
    return (await played.post("/api/user/makeOrder", body, { player })).code;
  };
  const codesOf = async (player: TestPlayer) => [await bet(player), await recharge(player)];
  const stateOf = async (player: TestPlayer) =>
    (await played.get("/api/user/identity", { player })).data["state"];

  test("nobody bets or recharges before the house knows who they are", async () => {
    const player = await enrol();
    expect(await codesOf(player)).toEqual([IDENTITY_NEEDED, IDENTITY_NEEDED]);
    expect(await stateOf(player)).toBe("asked");
    await send(played, player);
    expect(await codesOf(player)).toEqual([IDENTITY_NEEDED, IDENTITY_NEEDED]);
    await verify(played, player);
    expect(await codesOf(player)).toEqual([0, 0]);
  });

  test("whoever plays withdraws without being asked for anything more; an unknown player is paid nothing", async () => {
    const [known, unknown] = [await enrol(), await enrol()];
    await send(played, known);
    await verify(played, known);
    expect(await bet(known)).toBe(0);
    const pay = async (player: TestPlayer) =>
      played.post("/api/user/makeOrder", withdrawal(await bindAccount(played, player), "20.00"), { player });
    expect(await pay(known)).toMatchObject({ code: 0 });
    expect(await pay(unknown)).toMatchObject({ code: IDENTITY_NEEDED });
  });
});

test("whom the desk finds to be under age is known no more, and within a minute plays on no server", async () => {
  let now = Date.now();
  const played = await openPlayedServer({ IDENTITY_NEEDED: "play" }, undefined, () => now);
  try {
    const player = await played.register("too_young");
    await send(played, player);
    await verify(played, player);
    const recharge = async () => {
      const body = { type: "recharge", amount: "50.00", channel_id: "demo" };
      return (await played.post("/api/user/makeOrder", body, { player })).code;
    };
    expect(await recharge()).toBe(0);
    const correct = (birthDate: string) =>
      played.base.db.transaction((tx) => played.app.identity.correct(tx, player.id, { birthDate }));
    expect(await correct("1990-01-01")).toBe(true);
    now += 61_000;
    expect(await recharge()).toBe(0);
    expect(await correct("2015-01-01")).toBe(true);
    expect((await played.get("/api/user/identity", { player })).data["state"]).toBe("refused");
    now += 61_000;
    expect(await recharge()).toBe(IDENTITY_NEEDED);
  } finally {
    await played.close();
  }
});

test("what one player has shown lets nobody else play, and bets at once with the decision are refused or accepted", async () => {
  const played = await openPlayedServer({ IDENTITY_NEEDED: "play" });
  try {
    const periods = periodsOf(played);
    const [one, other] = [await played.register("known_one"), await played.register("unknown_one")];
    const bet = async (player: TestPlayer): Promise<number> => {
      const bets = [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["10"] }] }];
      const body = { prize_no: await periods.open(), bets };
      return (await played.post("/api/lottery/order/K3", body, { player })).code;
    };
    const needs = async (player: TestPlayer) =>
      (await played.get<{ needs?: string }[]>("/api/user/rechargeChannels", { player })).data[0]?.needs;
    expect(await needs(one)).toBe("identity");
    await send(played, one);
    const [, ...codes] = await Promise.all([
      verify(played, one),
      ...Array.from({ length: 10 }, () => bet(one)),
    ]);
    // Nothing is on the balance: who is let through is told so.
    const NO_BALANCE = 3012;
    for (const code of codes) expect([IDENTITY_NEEDED, NO_BALANCE]).toContain(code);
    expect(await bet(one)).toBe(NO_BALANCE);
    expect(await bet(other)).toBe(IDENTITY_NEEDED);
    expect([await needs(one), await needs(other)]).toEqual([undefined, "identity"]);
  } finally {
    await played.close();
  }
});
