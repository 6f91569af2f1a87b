import { expect, test } from "vitest";
import { isSeen } from "./net-at-login.tsx";
import { breakIn, type PlayLimits } from "./play-limits.ts";
import { elapsedText, playSessionAt, untilCheck } from "./play-session.ts";
import { NO_LIMITS } from "../../testing/no-limits.ts";

const NOW = 1_795_200_000_000;
const MINUTE = 60_000;
const DAY = 86_400_000;

test("a session of play goes on over reloads and windows, and ends after half an hour away", () => {
  const begun = playSessionAt(null, "an", NOW);
  expect(begun).toEqual({ username: "an", startedAt: NOW, answeredAt: NOW, seenAt: NOW });
  const later = playSessionAt(JSON.stringify(begun), "an", NOW + 29 * MINUTE);
  expect(later).toEqual({ ...begun, seenAt: NOW + 29 * MINUTE });
  const after = NOW + 59 * MINUTE;
  expect(playSessionAt(JSON.stringify(later), "an", after)).toMatchObject({ startedAt: after });
});

test.each([
  ["another player's", { username: "binh", startedAt: NOW, answeredAt: NOW, seenAt: NOW }],
  ["one from the future", { username: "an", startedAt: NOW + DAY, answeredAt: NOW, seenAt: NOW }],
  ["one with a part missing", { username: "an", startedAt: NOW }],
])("a stored session that is %s is not taken", (_, stored) => {
  const now = NOW + MINUTE;
  expect(playSessionAt(JSON.stringify(stored), "an", now).startedAt).toBe(now);
  expect(playSessionAt("{", "an", now).startedAt).toBe(now);
});

test("a reality check is due as many minutes after the last answer as the player chose", () => {
  const session = { ...playSessionAt(null, "an", NOW), answeredAt: NOW + 5 * MINUTE };
  expect(untilCheck(session, 10, NOW + 15 * MINUTE - 1)).toBe(1);
  expect(untilCheck(session, 10, NOW + 15 * MINUTE)).toBe(0);
});

test("elapsed time has hours, minutes and seconds", () => {
  expect(["0:00:00", "0:59:59", "1:00:01", "27:00:00"]).toEqual(
    [-5, 3_599_999, 3_601_000, 27 * 3_600_000].map(elapsedText),
  );
});

test.each<[string, Partial<PlayLimits>, ReturnType<typeof breakIn>]>([
  ["nothing", {}, null],
  ["a time-out", { timeOutUntil: NOW + 1 }, { kind: "timeOut", until: NOW + 1 }],
  ["an ended time-out", { timeOutUntil: NOW }, null],
  [
    "an exclusion beside a time-out",
    { timeOutUntil: NOW + 9, excludedUntil: NOW + 1 },
    { kind: "excluded", until: NOW + 1 },
  ],
  ["an ended exclusion that waits for a request", { mayReturn: true }, { kind: "excluded", until: null }],
])("the break in force with %s", (_, limits, expected) => {
  expect(breakIn({ ...NO_LIMITS, ...limits }, NOW)).toEqual(expected);
});

test("a result is acknowledged for so many days, with none of them at each login, and for one player", () => {
  const seen = `${NOW} an token-one`;
  expect(isSeen(seen, "an token-two", 30, NOW + 30 * DAY - 1)).toBe(true);
  expect(isSeen(seen, "an token-two", 30, NOW + 30 * DAY)).toBe(false);
  expect(isSeen(seen, "an token-one", 0, NOW + DAY)).toBe(true);
  expect(isSeen(seen, "an token-two", 0, NOW + 1)).toBe(false);
  expect(isSeen(seen, "binh token-one", 30, NOW)).toBe(false);
  expect(isSeen("", "an token-one", 30, NOW)).toBe(false);
});
