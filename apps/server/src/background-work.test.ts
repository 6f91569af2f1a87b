import { expect, test } from "vitest";
import { BackgroundWork } from "./background-work.ts";

/** Parts that end when they are told to, and the order in which they began. */
function parts(work: BackgroundWork): {
  readonly begun: string[];
  add(urgency: "payouts" | "later", name: string): { end(): Promise<void>; fail(): Promise<void> };
} {
  const begun: string[] = [];
  return {
    begun,
    add: (urgency, name) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const done = work.run(urgency, () => {
        begun.push(name);
        return promise;
      });
      return {
        end: () => {
          resolve();
          return done;
        },
        fail: async () => {
          reject(new Error(name));
          await expect(done).rejects.toThrow(name);
        },
      };
    },
  };
}

test("payouts run two at once, and everything else after them", async () => {
  const { begun, add } = parts(new BackgroundWork());
  const [first, second, third] = [add("payouts", "first"), add("payouts", "second"), add("payouts", "third")];
  const later = [add("later", "books"), add("later", "cover"), add("later", "sums")];
  expect(begun).toEqual(["first", "second"]);
  await first.end();
  expect(begun).toEqual(["first", "second", "third"]);
  await Promise.all([second.end(), third.end()]);
  expect(begun).toEqual(["first", "second", "third", "books", "cover"]);
  await later[1]?.end();
  expect(begun).toEqual(["first", "second", "third", "books", "cover", "sums"]);
  await Promise.all([later[0]?.end(), later[2]?.end()]);
});

test("payouts do not wait for what is long under way", async () => {
  const { begun, add } = parts(new BackgroundWork());
  const [books, cover] = [add("later", "books"), add("later", "cover")];
  const first = add("payouts", "first");
  const sums = add("later", "sums");
  expect(begun).toEqual(["books", "cover", "first"]);
  await books.end();
  expect(begun).toEqual(["books", "cover", "first"]);
  await first.end();
  expect(begun).toEqual(["books", "cover", "first", "sums"]);
  await Promise.all([cover.end(), sums.end()]);
});

test("a house that always pays has its books checked", async () => {
  let now = 0;
  const work = new BackgroundWork(() => false, { now: () => now, after: () => undefined });
  const { begun, add } = parts(work);
  let paying = add("payouts", "pay 0");
  const books = add("later", "books");
  for (let at = 1; at <= 30 && !begun.includes("books"); at += 1) {
    now += 1_000;
    const next = add("payouts", `pay ${String(at)}`);
    await paying.end();
    paying = next;
  }
  expect(now).toBe(20_000);
  expect(begun.at(-1)).toBe("books");
  await Promise.all([paying.end(), books.end()]);
});

test("beside a crowd of bets payouts run one at a time", async () => {
  let isCrowded = true;
  const { begun, add } = parts(new BackgroundWork(() => isCrowded));
  const [first, second, third, fourth] = [
    add("payouts", "first"),
    add("payouts", "second"),
    add("payouts", "third"),
    add("payouts", "fourth"),
  ];
  expect(begun).toEqual(["first"]);
  await first.end();
  expect(begun).toEqual(["first", "second"]);
  isCrowded = false;
  await second.end();
  expect(begun).toEqual(["first", "second", "third", "fourth"]);
  await Promise.all([third.end(), fourth.end()]);
});

test("a part that fails makes room for the next", async () => {
  const { begun, add } = parts(new BackgroundWork(() => true));
  const first = add("payouts", "first");
  const second = add("payouts", "second");
  await first.fail();
  expect(begun).toEqual(["first", "second"]);
  await second.end();
});
