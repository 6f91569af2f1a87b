import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BEAT_MS, RatedServers, mostOver, START } from "../testing/rated-servers.ts";
import { HouseBuckets } from "./house-buckets.ts";
import { sharesOf } from "./rate-shares.ts";
import { TokenBuckets, type Wait } from "./token-buckets.ts";

const rates = fc.oneof(
  fc.record({ perSecond: fc.integer({ min: 1, max: 60 }), burst: fc.integer({ min: 1, max: 300 }) }),
  // Here a loan is more than comes in a second.
  fc.record({ perSecond: fc.integer({ min: 1, max: 3 }), burst: fc.integer({ min: 100, max: 400 }) }),
);
const asks = fc.record({
  afterMs: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 5_000 })),
  server: fc.nat(3),
  subject: fc.constantFrom("a", "a", "b"),
  requests: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 80 })),
  latencyMs: fc.integer({ min: 0, max: 450 }),
});

describe("buckets of a house", () => {
  test("servers together grant no more than one limit, however requests are spread over them", async () => {
    await fc.assert(
      fc.asyncProperty(
        rates,
        fc.integer({ min: 2, max: 4 }),
        fc.array(asks, { maxLength: 30 }),
        async (rate, servers, steps) => {
          const house = await RatedServers.of(rate, servers);
          const all: Promise<number>[] = [];
          for (const { afterMs, server, subject, requests, latencyMs } of steps) {
            await house.pass(afterMs);
            house.latencyMs = latencyMs;
            for (let each = 0; each < requests; each += 1)
              all.push(house.ask((server + (each % 2)) % servers, subject));
            await turn();
          }
          await house.settle(all);
          for (const times of house.granted.values())
            expect(mostOver(times, rate.perSecond)).toBeLessThanOrEqual(rate.burst + rate.perSecond);
        },
      ),
      { numRuns: 120 },
    );
  });

  test("nor while servers come and go", async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: asks },
      { weight: 1, arbitrary: fc.record({ change: fc.nat(3) }) },
    );
    await fc.assert(
      fc.asyncProperty(rates, fc.array(step, { maxLength: 40 }), async (rate, steps) => {
        const house = new RatedServers(rate);
        house.join(0);
        const all: Promise<number>[] = [];
        let [came, changedAt] = [0, house.now];
        for (const each of steps) {
          if ("change" in each) {
            // The last one stays, and each knows of a change before the next.
            if (house.now < changedAt + BEAT_MS) continue;
            if (!house.up.includes(each.change)) {
              came += 1;
              house.join(each.change);
            } else if (house.up.length > 1) house.leave(each.change);
            changedAt = house.now;
            continue;
          }
          await house.pass(each.afterMs);
          house.latencyMs = each.latencyMs;
          const { up } = house;
          for (let at = 0; at < each.requests; at += 1)
            all.push(house.ask(up[(each.server + at) % up.length] ?? 0, each.subject));
          await turn();
        }
        await house.settle(all);
        // Each that comes fills its share for two seconds before the others know, and shares are rounded down.
        const slack = rate.perSecond + (came * rate.perSecond) / 4 + came;
        for (const times of house.granted.values())
          expect(mostOver(times, rate.perSecond)).toBeLessThanOrEqual(rate.burst + slack);
      }),
      { numRuns: 120 },
    );
  });

  test("who stays on one of several servers has three quarters of the burst and of the pace", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ perSecond: fc.integer({ min: 1, max: 60 }), burst: fc.integer({ min: 4, max: 600 }) }),
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 0, max: 30 }),
        async (rate, servers, latencyMs) => {
          const house = await RatedServers.of(rate, servers);
          house.latencyMs = latencyMs;
          const all: Promise<number>[] = [];
          for (let each = 0; each < rate.burst; each += 1) all.push(house.ask(0));
          await house.settle(all);
          const burst = house.granted.get("a")?.length ?? 0;
          expect(burst).toBeGreaterThanOrEqual(Math.floor(0.75 * rate.burst));
          const from = house.now;
          while (house.now < from + 10_000) {
            for (let each = 0; each < 3; each += 1) all.push(house.ask(0));
            await house.pass(20);
          }
          await house.settle(all);
          const paced = (house.granted.get("a")?.length ?? 0) - burst;
          expect(paced).toBeGreaterThanOrEqual(Math.floor(0.75 * rate.perSecond * 10) - 1);
        },
      ),
      { numRuns: 30 },
    );
  });

  test("whoever asks as people do is granted by the server itself, at once", async () => {
    const house = await RatedServers.of({ perSecond: 50, burst: 300 }, 3);
    const before = house.central.questions;
    const buckets = new HouseBuckets({ perSecond: 50, burst: 300 }, () => house.now, house.central);
    buckets.resize(3);
    await house.pass(10_000);
    for (let page = 0; page < 20; page += 1) {
      for (let each = 0; each < 8; each += 1) expect(buckets.take("a")).toBe(0);
      await house.pass(2_000);
    }
    expect(house.central.questions).toBe(before);
  });

  test("at three quarters of the pace nobody is refused on one server, whatever was borrowed in vain", async () => {
    for (const rate of [
      { perSecond: 50, burst: 500 },
      { perSecond: 50, burst: 300 },
      { perSecond: 4, burst: 400 },
    ]) {
      const house = await RatedServers.of(rate, 2);
      house.latencyMs = 3;
      const all: Promise<number>[] = [];
      for (let each = 0; each < 60 * 0.74 * rate.perSecond; each += 1) {
        all.push(house.ask(0));
        await house.pass(1_000 / (0.74 * rate.perSecond));
      }
      await house.settle(all);
      expect(new Set(await Promise.all(all))).toEqual(new Set([0]));
    }
  });

  test("requests of one subject wait for a loan together, and while there is none nobody asks again", async () => {
    const house = await RatedServers.of({ perSecond: 50, burst: 500 }, 2);
    const before = house.central.questions;
    // 62 of its own, and three loans: of 10, and twice of a tenth of the central 376.
    const all = Array.from({ length: 62 + 80 }, () => house.ask(0));
    await house.settle(all);
    expect(new Set(await Promise.all(all))).toEqual(new Set([0]));
    expect(house.central.questions - before).toBe(3);

    const more = Array.from({ length: 600 }, () => house.ask(0));
    await house.settle(more);
    expect((await Promise.all(more)).filter((waitMs) => waitMs === 0)).toHaveLength(376 - 80);
    const asked = house.central.questions;
    const again = Array.from({ length: 100 }, () => house.ask(0));
    expect(new Set(await Promise.all(again))).toEqual(new Set([25]));
    expect(house.central.questions).toBe(asked);
  });

  test("borrowed tokens are void after a second", async () => {
    const house = await RatedServers.of({ perSecond: 1, burst: 800 }, 2);
    const own = Array.from({ length: 100 }, () => house.ask(0));
    const borrowed = Array.from({ length: 10 }, () => house.ask(0));
    await house.settle([...own, ...borrowed]);
    const before = house.central.questions;
    // Ten of the 20 are left.
    await house.pass(800);
    expect(await house.ask(0)).toBe(0);
    expect(house.central.questions).toBe(before);
    await house.pass(200);
    const late = house.ask(0);
    await house.settle([late]);
    expect(house.central.questions).toBe(before + 1);
  });

  test("what was saved on a server that was alone is not there twice once another has come", async () => {
    const house = new RatedServers({ perSecond: 10, burst: 80 });
    house.join(0);
    expect(await house.ask(0, "b")).toBe(0);
    house.join(1);
    await house.pass(2_000);
    // All of it can be used here …
    const here = Array.from({ length: 100 }, () => house.ask(0, "b"));
    await house.settle(here);
    expect(house.granted.get("b")).toHaveLength(1 + 70);
    // … or, later, anywhere.
    await house.pass(30_000);
    const all = Array.from({ length: 200 }, (_, at) => house.ask(at % 2, "c"));
    await house.settle(all);
    expect(house.granted.get("c")).toHaveLength(80);
  });

  test("whoever used up everything on a server that goes has nothing saved on the one that stays", async () => {
    const house = await RatedServers.of({ perSecond: 10, burst: 80 }, 2);
    const there = Array.from({ length: 200 }, () => house.ask(1));
    await house.settle(there);
    house.leave(1);
    await house.pass(BEAT_MS);
    const here = Array.from({ length: 200 }, () => house.ask(0));
    await house.settle(here);
    expect(mostOver(house.granted.get("a") ?? [], 10)).toBeLessThanOrEqual(80 + 10);
    await house.pass(20_000);
    expect(await Promise.all(Array.from({ length: 80 }, () => house.ask(0)))).toEqual(
      Array.from({ length: 80 }, () => 0),
    );
  });
});

describe("debts in a house", () => {
  const rate = { perSecond: 10, burst: 80 };

  async function pay(house: RatedServers, server: HouseBuckets, tokens: number): Promise<number> {
    const wait: Wait = server.takeMore("a", tokens);
    if (typeof wait === "number") return wait;
    await house.settle([wait]);
    return wait;
  }

  async function two(): Promise<{ house: RatedServers; one: HouseBuckets; other: HouseBuckets }> {
    const house = new RatedServers(rate);
    const one = house.join(0);
    const other = house.join(1);
    await house.pass(30_000);
    return { house, one, other };
  }

  test("one server's is every server's", async () => {
    const { house, one, other } = await two();
    // Of their 80, 60 are central: 200 − 60 are owed, of which 7.5 a second are paid off.
    expect(await pay(house, one, 200)).toBe(0);
    expect(await pay(house, other, 11)).toBe(18_799);
    // It is not asked again before, and what the share has is granted still.
    const asked = house.central.questions;
    expect(await pay(house, other, 11)).toBeGreaterThan(18_000);
    expect(await pay(house, other, 0)).toBeGreaterThan(18_000);
    expect(house.central.questions).toBe(asked);
    await house.pass(18_800);
    expect(await pay(house, other, 11)).toBe(0);
  });

  test("of slips on both servers at once one is let in", async () => {
    const { house, one, other } = await two();
    const all = [one, other, one, other].map((server) => pay(house, server, 150));
    await house.settle(all);
    expect((await Promise.all(all)).filter((waitMs) => waitMs === 0)).toHaveLength(1);
  });

  test("what a server that was alone is owed is owed to the house once another comes", async () => {
    const house = new RatedServers(rate);
    const one = house.join(0);
    expect(await pay(house, one, 180)).toBe(0);
    house.join(1);
    await house.pass(6_000);
    // 100 are owed, of which the server alone was paid 20, its share 5 and the central bucket, in three seconds, 22.5.
    const asked = house.ask(0);
    await house.settle([asked]);
    expect(await asked).toBe(Math.ceil((1_000 * 53.5) / 7.5));
    const there = Array.from({ length: 30 }, () => house.ask(1));
    await house.settle(there);
    expect((await Promise.all(there)).filter((waitMs) => waitMs === 0).length).toBeLessThan(10);
  });
});

describe("without the central buckets", () => {
  test("each server counts by itself", async () => {
    const silent = { lend: () => Promise.resolve(null), charge: () => Promise.resolve(null) };
    const buckets = new HouseBuckets({ perSecond: 1, burst: 40 }, () => START, silent);
    expect(buckets.take("a")).toBe(0);
    buckets.resize(2);
    // Of the 39 that are left, 35 are no more than the share and the central part.
    const waits = await Promise.all(Array.from({ length: 100 }, async () => await buckets.take("a")));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(35 + 40);
    expect(await buckets.takeMore("b", 100)).toBe(0);
    expect(await buckets.takeMore("b", 100)).toBeGreaterThan(0);
  });
});

describe("a server that is alone", () => {
  test("grants what it did before there could be others, without asking anybody", () => {
    let now = START;
    const nobody = {
      lend: () => Promise.reject(new Error("asked")),
      charge: () => Promise.reject(new Error("asked")),
    };
    const rate = { perSecond: 7, burst: 50 };
    const [house, alone] = [new HouseBuckets(rate, () => now, nobody), new TokenBuckets(rate, () => now)];
    for (let step = 0; step < 500; step += 1) {
      now += (step * 37) % 400;
      const more = step % 17 === 0;
      const [one, other] = more
        ? [house.takeMore("a", step % 30), alone.takeMore("a", step % 30)]
        : [house.take("a"), alone.take("a")];
      expect(one).toBe(other);
    }
  });

  test("a clock that is set back keeps nobody out", async () => {
    const house = await RatedServers.of({ perSecond: 1, burst: 8 }, 2);
    const all = Array.from({ length: 20 }, () => house.ask(0));
    await house.settle(all);
    house.now -= 600_000;
    const later: Promise<number>[] = [];
    for (let second = 0; second < 10; second += 1) {
      later.push(house.ask(0));
      await house.pass(1_000);
    }
    await house.settle(later);
    expect((await Promise.all(later)).filter((waitMs) => waitMs === 0).length).toBeGreaterThan(5);
  });
});

test("the shares of the servers and the central part make up the limit", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 2, max: 9 }),
      (perSecond, burst, servers) => {
        const { own, central, loan } = sharesOf({ perSecond, burst }, servers);
        expect(servers * own.burst + central.burst).toBe(burst);
        expect(servers * own.perSecond + central.perSecond).toBeCloseTo(perSecond, 9);
        expect(central.burst).toBeGreaterThanOrEqual(0.75 * burst);
        expect(own.burst === 0 || own.burst >= 1).toBe(true);
        expect(loan).toBeGreaterThanOrEqual(1);
        expect(loan).toBeLessThanOrEqual(Math.max(1, central.burst / 10));
      },
    ),
  );
});
