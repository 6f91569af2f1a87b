import { describe, expect, test } from "vitest";
import {
  nextPeriod,
  numberDigits,
  periodAt,
  periodByNo,
  periodsBetween,
  periodsFrom,
  type Period,
  type Schedule,
} from "./schedule.ts";

const ALL_DAY = { from: "00:00", to: "24:00" };
const game = (
  cycleMinutes: number,
  closeSeconds: number,
  day = ALL_DAY,
  timeZone = "Asia/Ho_Chi_Minh",
): Schedule => ({
  cycleMinutes,
  closeSeconds,
  day,
  timeZone,
});
const FFC = game(1, 5);
const LHC = game(10, 30);
const XYFT = game(5, 30, { from: "13:09", to: "04:04" });

/** An instant by the clock of Ho Chi Minh City, which is always seven hours ahead. */
const at = (text: string) => Date.parse(`${text}+07:00`);
const local = (ms: number) => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 19);

const HOUR = 3_600_000;

/** Every period that opens on the dates from..to, in order, and that they follow each other as they must. */
function runOf(schedule: Schedule, from: number, to: number): Period[] {
  const periods = periodsBetween(schedule, from, to);
  const numbers = periods.map((period) => period.periodNo);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.toSorted()).toEqual(numbers);
  for (const [i, period] of periods.entries()) {
    const before = periods[i - 1];
    expect(period.drawAt - period.openAt).toBe(schedule.cycleMinutes * 60_000);
    expect(period.drawAt - period.closeAt).toBe(schedule.closeSeconds * 1000);
    if (before !== undefined) expect(period.openAt).toBeGreaterThanOrEqual(before.drawAt);
  }
  return periods;
}

describe("all-day games", () => {
  test.each([
    [1, 5, 1440, "202611210001", "202611211440"],
    [3, 10, 480, "20261121001", "20261121480"],
    [5, 10, 288, "20261121001", "20261121288"],
    [10, 30, 144, "20261121001", "20261121144"],
  ])("by %i min: the last period of a day draws at midnight", (cycle, close, count, first, last) => {
    const day = runOf(game(cycle, close), at("2026-11-21T00:00:00"), at("2026-11-22T00:00:00"));
    expect(day).toHaveLength(count);
    expect(day[0]?.periodNo).toBe(first);
    expect(day.at(-1)).toMatchObject({ periodNo: last, drawAt: at("2026-11-22T00:00:00") });
  });

  test("a period opens one cycle before its draw and closes some seconds before", () => {
    expect(periodAt(LHC, at("2026-11-21T09:41:00"))).toEqual({
      periodNo: "20261121059",
      openAt: at("2026-11-21T09:40:00"),
      closeAt: at("2026-11-21T09:49:30"),
      drawAt: at("2026-11-21T09:50:00"),
    });
  });

  test("at the moment of a draw the next period is the current one", () => {
    const draw = at("2026-11-21T10:00:00");
    expect(periodAt(FFC, draw - 1).periodNo).toBe("202611210600");
    expect(periodAt(FFC, draw).periodNo).toBe("202611210601");
  });

  test("around midnight, the end of a month and of a year", () => {
    expect(periodAt(FFC, at("2026-11-21T23:59:59")).periodNo).toBe("202611211440");
    expect(periodAt(FFC, at("2026-11-22T00:00:00")).periodNo).toBe("202611220001");
    expect(periodAt(FFC, at("2027-02-28T23:59:30")).periodNo).toBe("202702281440");
    expect(periodAt(FFC, at("2028-02-28T23:59:30") + 60_000).periodNo).toBe("202802290001");
    expect(periodAt(LHC, at("2026-12-31T23:55:00")).periodNo).toBe("20261231144");
    expect(periodAt(LHC, at("2027-01-01T00:00:00")).periodNo).toBe("20270101001");
  });

  test("a cycle that does not divide the day starts afresh each day", () => {
    const day = runOf(game(7, 10), at("2026-11-21T00:00:00"), at("2026-11-22T00:07:00"));
    expect(day).toHaveLength(206);
    expect(day.at(-2)).toMatchObject({ periodNo: "20261121205", drawAt: at("2026-11-21T23:55:00") });
    expect(day.at(-1)).toMatchObject({ periodNo: "20261122001", openAt: at("2026-11-22T00:00:00") });
  });
});

describe("a day from 13:09 to 04:04", () => {
  test("has 180 periods, the first and the last drawn at its ends, dated by the day it starts", () => {
    const day = runOf(XYFT, at("2026-11-21T12:00:00"), at("2026-11-22T12:00:00"));
    expect(day).toHaveLength(180);
    expect(day[0]).toEqual({
      periodNo: "20261121001",
      openAt: at("2026-11-21T13:04:00"),
      closeAt: at("2026-11-21T13:08:30"),
      drawAt: at("2026-11-21T13:09:00"),
    });
    expect(day.at(-1)).toMatchObject({ periodNo: "20261121180", drawAt: at("2026-11-22T04:04:00") });
  });

  test("runs across midnight and the end of the year", () => {
    expect(periodAt(XYFT, at("2026-11-22T00:00:00"))).toMatchObject({
      periodNo: "20261121132",
      drawAt: at("2026-11-22T00:04:00"),
    });
    expect(periodAt(XYFT, at("2027-01-01T04:03:59")).periodNo).toBe("20261231180");
  });

  test("waits for today's first draw while none is running", () => {
    for (const time of ["04:04:00", "10:00:00", "13:04:00", "13:08:59"])
      expect(periodAt(XYFT, at(`2026-11-22T${time}`)).periodNo, time).toBe("20261122001");
    expect(periodAt(XYFT, at("2026-11-22T13:09:00")).periodNo).toBe("20261122002");
  });
});

describe("numbers", () => {
  test("identify their periods", () => {
    for (const schedule of [FFC, LHC, XYFT])
      for (const period of periodsBetween(schedule, at("2026-12-30T12:00:00"), at("2027-01-01T12:00:00")))
        expect(periodByNo(schedule, period.periodNo)).toEqual(period);
  });

  test("that are invalid identify no period", () => {
    for (const no of [
      "202611210000",
      "202611211441",
      "20261121001",
      "202613010001",
      "202602290001",
      "2026112100011",
    ])
      expect(periodByNo(FFC, no), no).toBeNull();
    for (const no of [
      "20261121000",
      "20261121181",
      "202611210001",
      "20261121 01",
      "2026112100x",
      "",
      "20261121",
    ])
      expect(periodByNo(XYFT, no), no).toBeNull();
  });

  test("have four digits in 1-minute games and three in others", () => {
    expect([1, 3, 5, 10].map((cycle) => numberDigits(game(cycle, 5)))).toEqual([4, 3, 3, 3]);
  });
});

test("periods follow each other through nextPeriod as through periodsFrom", () => {
  let period = periodAt(XYFT, at("2026-11-21T03:50:00"));
  const upcoming = periodsFrom(XYFT, at("2026-11-21T03:50:00"));
  for (let i = 0; i < 200; i++) {
    expect(upcoming.next().value).toEqual(period);
    period = nextPeriod(XYFT, period);
  }
});

test("a range excludes its start, includes its end, and may be empty", () => {
  const [first, last] = [at("2026-11-21T10:00:00"), at("2026-11-21T10:02:00")];
  expect(periodsBetween(FFC, first, last).map(({ drawAt }) => local(drawAt))).toEqual([
    "2026-11-21T10:01:00",
    "2026-11-21T10:02:00",
  ]);
  expect(periodsBetween(FFC, first, first + 59_999)).toEqual([]);
  expect(periodsBetween(FFC, last, first)).toEqual([]);
});

describe("zones with summer time", () => {
  const inZone = (timeZone: string, day = ALL_DAY, cycle = 1) => game(cycle, 5, day, timeZone);

  test("a day of 23 hours has fewer periods, one of 25 more, and no number repeats", () => {
    const paris = inZone("Europe/Paris");
    const spring = Date.parse("2026-03-29T00:00:00+01:00");
    expect(runOf(paris, spring, spring + 23 * HOUR)).toHaveLength(1380);
    expect(periodAt(paris, spring + 23 * HOUR).periodNo).toBe("202603300001");
    const autumn = Date.parse("2026-10-25T00:00:00+02:00");
    const long = runOf(paris, autumn, autumn + 25 * HOUR);
    expect(long.at(-1)).toMatchObject({ periodNo: "202610251500", drawAt: autumn + 25 * HOUR });
    for (const period of long) expect(periodByNo(paris, period.periodNo)).toEqual(period);
    expect(periodAt(paris, autumn + 25 * HOUR).periodNo).toBe("202610260001");
    expect(periodByNo(paris, "202610241441")).toBeNull();
  });

  test("a night across the change keeps both ends by the clock", () => {
    const night = inZone("Europe/Paris", { from: "13:09", to: "04:04" }, 5);
    const noon = Date.parse("2026-10-24T12:00:00+02:00");
    const long = runOf(night, noon, noon + 24 * HOUR);
    expect(long).toHaveLength(192);
    expect(long.at(-1)?.drawAt).toBe(Date.parse("2026-10-25T04:04:00+01:00"));
    const march = Date.parse("2026-03-28T12:00:00+01:00");
    expect(runOf(night, march, march + 24 * HOUR)).toHaveLength(168);
  });

  test("a midnight skipped by the clock is the end of the jump", () => {
    // Beirut goes from 00:00 to 01:00 on the last Sunday of March.
    const beirut = inZone("Asia/Beirut");
    const jump = Date.parse("2026-03-29T00:00:00+02:00");
    expect(periodByNo(beirut, "202603290001")).toMatchObject({ openAt: jump });
    expect(periodAt(beirut, jump - 1)).toMatchObject({ periodNo: "202603281440", drawAt: jump });
    expect(runOf(beirut, jump, jump + 23 * HOUR)).toHaveLength(1380);
  });

  test("a midnight that occurs twice counts the first time", () => {
    // Havana goes from 01:00 back to 00:00 on the first Sunday of November.
    const havana = inZone("America/Havana");
    const first = Date.parse("2026-11-01T00:00:00-04:00");
    expect(periodByNo(havana, "202611010001")).toMatchObject({ openAt: first });
    expect(runOf(havana, first, first + 25 * HOUR)).toHaveLength(1500);
  });

  test("a date skipped by the zone has no periods", () => {
    // Samoa had no 30 December 2011.
    for (const day of [ALL_DAY, { from: "13:09", to: "23:59" }]) {
      const samoa = inZone("Pacific/Apia", day);
      expect(periodByNo(samoa, "201112300001")).toBeNull();
      const dates = runOf(
        samoa,
        Date.parse("2011-12-29T00:00:00-10:00"),
        Date.parse("2012-01-02T00:00:00+14:00"),
      );
      expect([...new Set(dates.map((period) => period.periodNo.slice(0, 8)))]).toEqual([
        "20111229",
        "20111231",
        "20120101",
      ]);
    }
  });
});

test("an impossible schedule throws", () => {
  const wrong = [
    game(0, 0),
    game(1.5, 5),
    game(1, 60),
    game(1, -1),
    game(1441, 5),
    game(1, 5, { from: "25:00", to: "00:00" }),
  ];
  for (const schedule of [...wrong, game(1, 5, { from: "1:00", to: "02:60" })])
    expect(() => periodAt(schedule, 0), JSON.stringify(schedule)).toThrow(RangeError);
});
