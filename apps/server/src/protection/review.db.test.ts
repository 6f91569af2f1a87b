import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { setTestClock } from "../testing/test-database.ts";

/** When limits were last set or reviewed: known of the account, whatever the device. */

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 24, 9);

let british: PlayedServer;
let house: PlayedServer;
beforeAll(async () => {
  british = await openPlayedServer({ RULE_PACK: "uk" });
  house = await openPlayedServer();
});
afterAll(async () => {
  await british.close();
  await house.close();
});

interface Review {
  readonly reviewedAt: number | null;
  readonly reviewDue: boolean;
}

/** What a device that logs in so many days later is told. */
async function onDevice(played: PlayedServer, { username, id }: TestPlayer, days: number) {
  await setTestClock(played.base.db, NOW + days * DAY_MS);
  const body = { username, password: "a long enough one" };
  const { token } = (await played.post<{ token: string }>("/api/user/login", body)).data;
  const player = { id, username, token };
  const { data } = await played.get<Review>("/api/user/limits", { player });
  return { player, review: { reviewedAt: data.reviewedAt, reviewDue: data.reviewDue } };
}

/** Time only goes on: a later test begins on a later day. */
async function enrol(played: PlayedServer, username: string, day: number): Promise<TestPlayer> {
  await setTestClock(played.base.db, NOW + day * DAY_MS);
  return played.register(username);
}

test("uk: six months after limits were set every device asks for a review, until it is answered on one", async () => {
  const an = await enrol(british, "reviewer_1", 0);
  const limit = { kind: "deposit", window: "week", amount: "500.00" };
  expect((await british.post("/api/user/limits", limit, { player: an })).data).toMatchObject({
    reviewedAt: NOW,
    reviewDue: false,
  });
  expect((await onDevice(british, an, 181)).review.reviewDue).toBe(false);
  const phone = await onDevice(british, an, 182);
  expect(phone.review).toEqual({ reviewedAt: NOW, reviewDue: true });
  expect((await onDevice(british, an, 182)).review.reviewDue).toBe(true);
  const answered = await british.post("/api/user/limitsReviewed", {}, { player: phone.player });
  expect(answered.data).toMatchObject({ reviewedAt: NOW + 182 * DAY_MS, reviewDue: false });
  expect((await onDevice(british, an, 363)).review.reviewDue).toBe(false);
  expect((await onDevice(british, an, 364)).review.reviewDue).toBe(true);
});

test("uk: whoever never set a limit is asked six months after coming; a lower limit is a review too", async () => {
  const binh = await enrol(british, "reviewer_2", 400);
  const asked = await onDevice(british, binh, 582);
  expect(asked.review).toEqual({ reviewedAt: null, reviewDue: true });
  const limit = { kind: "deposit", window: "day", amount: "50.00" };
  const set = await british.post("/api/user/limits", limit, { player: asked.player });
  expect(set.data).toMatchObject({ reviewedAt: NOW + 582 * DAY_MS, reviewDue: false });
});

test("other limits are no review of those of deposits, and other rules ask for none", async () => {
  const cao = await enrol(british, "reviewer_3", 600);
  const stake = { kind: "stake", window: "day", amount: "50.00" };
  expect((await british.post("/api/user/limits", stake, { player: cao })).data).toMatchObject({
    reviewedAt: null,
  });
  const dung = await enrol(house, "reviewer_4", 0);
  expect((await onDevice(house, dung, 4000)).review).toEqual({ reviewedAt: null, reviewDue: false });
});
