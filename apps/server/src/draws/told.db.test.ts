import { findGame, periodAt } from "@lotus/games";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlayedServer, type PlayedServer } from "../testing/played-server.ts";
import { setTestClock } from "../testing/test-clock.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const GAME = "K3";

let played: PlayedServer;
beforeAll(async () => {
  played = await openPlayedServer();
});
afterAll(() => played.close());

async function goTo(time: number): Promise<void> {
  await setTestClock(played.base.owner, time);
  await played.app.draws.tick();
}

test("a draw, the next period and a payout are told to a player's stream", async () => {
  await goTo(START);
  const player = await played.register("listens");
  const recharge = { type: "recharge", amount: "500.00", channel_id: "demo" };
  await played.post("/api/user/makeOrder", recharge, { player });
  const game = findGame(GAME);
  if (game === undefined) throw new Error(`no game ${GAME}`);
  const { periodNo, drawAt } = periodAt(game, START);
  // Of all sums one wins, whatever is drawn.
  const sums = Array.from({ length: 16 }, (_, at) => String(3 + at));
  const bets = [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: sums }] }];
  const slip = { prize_no: periodNo, bets };
  const placed = await played.post<{ orders: { orderNo: string }[] }>(`/api/lottery/order/${GAME}`, slip, {
    player,
    key: "told-to-streams-01",
  });
  expect(placed.code).toBe(0);

  const stream = await played.listen(player);
  const toldOf = async (event: string): Promise<unknown> => {
    for (;;) {
      const told = await stream.next(event);
      if (typeof told === "object" && told !== null && "gameCode" in told && told.gameCode === GAME)
        return told;
    }
  };
  await goTo(drawAt + 1000);
  expect(await toldOf("draw")).toMatchObject({ prizeNo: periodNo, numbers: expect.any(Array) });
  expect(await toldOf("period")).toMatchObject({ prizeNo: expect.any(String) });
  const { orderNo } = placed.data.orders[0] ?? {};
  expect(await toldOf("order")).toMatchObject({ orderNo, prizeNo: periodNo, status: "won" });
  stream.stop();
});
