import { expect, test } from "vitest";
import { readDaySums } from "./day-sum-settings.ts";
import { EnvironmentReader } from "./environment.ts";

const SINGLE = { recharges: 300_00n, withdrawals: 200_00n, gifts: 10_00n };

test("sums of a player are the bounds of single amounts unless set; nothing may be set, which one is never enough for", () => {
  const read = new EnvironmentReader({ DESK_PLAYER_DAY_GIFTS: "0.00", DESK_OPERATOR_DAY_GIFTS: "0" });
  expect(readDaySums(read, SINGLE)).toEqual({
    operator: { recharges: 100_000_00n, withdrawals: 100_000_00n, gifts: 0n, voids: 20 },
    player: { recharges: 300_00n, withdrawals: 200_00n, gifts: 0n },
    separationDays: 30,
  });
  read.finish();
});

test("what is no amount, no count and no days is named, all of it at once", () => {
  const read = new EnvironmentReader({
    DESK_OPERATOR_DAY_RECHARGES: "-1.00",
    DESK_PLAYER_DAY_WITHDRAWALS: "much",
    DESK_OPERATOR_DAY_VOIDS: "1.5",
    DESK_SEPARATION_DAYS: "-1",
  });
  readDaySums(read, SINGLE);
  expect(() => read.finish()).toThrow(
    /DESK_OPERATOR_DAY_RECHARGES.*DESK_OPERATOR_DAY_VOIDS.*DESK_PLAYER_DAY_WITHDRAWALS.*DESK_SEPARATION_DAYS/su,
  );
});
