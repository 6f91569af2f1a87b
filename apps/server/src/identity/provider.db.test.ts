import { expect, test } from "vitest";
import { send, verify } from "../testing/documents.ts";
import { startProvider } from "../testing/identity-provider.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { bindAccount, recharge, withdrawal } from "../testing/withdrawals.ts";
import { sql } from "../db/database.ts";

const RULES = { TURNOVER_PERCENT: "0", WITHDRAWAL_MIN: "50.00", IDENTITY_NEEDED: "first-withdrawal" };
const VERDICTS = sql`SELECT verdict FROM identity_submission WHERE player_id = $1 ORDER BY id`;

/** A server that asks the provider, which runs in this mode. */
async function withProvider(
  mode: "right" | "silent" | "slow" | "lying",
  work: (played: PlayedServer) => Promise<void>,
): Promise<void> {
  const provider = await startProvider(mode);
  const played = await openPlayedServer({ ...RULES, ...provider.settings });
  try {
    await work(played);
  } finally {
    await played.close();
    await provider.stop();
  }
}

let players = 0;
async function enrol(played: PlayedServer): Promise<TestPlayer & { address: string }> {
  players += 1;
  const player = await played.register(`checked_${players}`);
  await recharge(played, player, "100.00");
  return { ...player, address: await bindAccount(played, player) };
}

const stateOf = async (played: PlayedServer, player: TestPlayer) =>
  (await played.get("/api/user/identity", { player })).data["state"];
const withdraw = (played: PlayedServer, player: TestPlayer & { address: string }) =>
  played.post("/api/user/makeOrder", withdrawal(player.address, "60.00"), { player });
const verdictsOf = (played: PlayedServer, player: TestPlayer) =>
  played.base.db.query<{ verdict: string }>(VERDICTS, [player.id]);

test("a provider that verifies is believed, one that refuses or is not sure leaves it to the desk", async () => {
  await withProvider("right", async (played) => {
    const player = await enrol(played);
    await send(played, player);
    expect(await stateOf(played, player)).toBe("verified");
    expect(await withdraw(played, player)).toMatchObject({ code: 0 });
    for (const word of ["Refused", "Unsure"]) {
      const other = await enrol(played);
      await send(played, other, `An ${word}`);
      expect(await stateOf(played, other)).toBe("inReview");
      expect(await verdictsOf(played, other)).toEqual([{ verdict: word.toLowerCase() }]);
    }
  });
});

test.each(["silent", "slow"] as const)(
  "a %s provider verifies nobody: the withdrawal is refused, and the desk can still decide",
  async (mode) => {
    await withProvider(mode, async (played) => {
      const player = await enrol(played);
      await send(played, player);
      expect(await stateOf(played, player)).toBe("inReview");
      expect(await withdraw(played, player)).toMatchObject({ code: 2032 });
      expect(await verdictsOf(played, player)).toEqual([{ verdict: "silent" }]);
      expect(await verify(played, player)).toBe(true);
      expect(await withdraw(played, player)).toMatchObject({ code: 0 });
    });
  },
);

test("no lie of a provider verifies anybody, no redirect is followed, and the desk can still decide", async () => {
  await withProvider("lying", async (played) => {
    for (let lie = 0; lie < 9; lie += 1) {
      const player = await enrol(played);
      await send(played, player);
      expect(await stateOf(played, player)).toBe("inReview");
      expect(await withdraw(played, player)).toMatchObject({ code: 2032 });
      expect(await verdictsOf(played, player)).toEqual([{ verdict: "silent" }]);
      if (lie > 0) continue;
      await verify(played, player);
      expect(await withdraw(played, player)).toMatchObject({ code: 0 });
    }
  });
});

test("a provider that is not there verifies nobody", async () => {
  const provider = await startProvider("right");
  await provider.stop();
  const played = await openPlayedServer({ ...RULES, ...provider.settings });
  const player = await enrol(played);
  await send(played, player);
  expect(await stateOf(played, player)).toBe("inReview");
  await played.close();
});
