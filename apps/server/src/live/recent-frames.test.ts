import { expect, test } from "vitest";
import { chunkOf, frameText, serverFrame } from "./frames.ts";
import { ManyFrames } from "./many-frames.ts";
import { comparePositions, formatPosition, parsePosition } from "./position.ts";
import { RecentFrames } from "./recent-frames.ts";

const at = (xid: number, id = 1) => ({ xid: BigInt(xid), id: BigInt(id) });
const frame = (xid: number, playerId: bigint | null = null, text = "x") => ({ at: at(xid), playerId, text });

test("positions are written, read and put in order", () => {
  for (const position of [at(0, 0), at(7, 3), { xid: 2n ** 63n, id: 2n ** 62n }]) {
    expect(parsePosition(formatPosition(position))).toEqual(position);
  }
  for (const wrong of ["", "7", "7-", "-7-3", "7-3-1", "a-b", `${"9".repeat(21)}-1`, undefined, ["7-3"]]) {
    expect(parsePosition(wrong)).toBeNull();
  }
  expect(comparePositions(at(9, 9), at(10, 1))).toBeLessThan(0);
  expect(comparePositions(at(10, 2), at(10, 1))).toBeGreaterThan(0);
  expect(comparePositions(at(10, 2), at(10, 2))).toBe(0);
});

test("frames and chunks are written as the wire wants them", () => {
  expect(frameText("draw", '{"n":1}', at(7, 3))).toBe('id: 7-3\nevent: draw\ndata: {"n":1}\n\n');
  expect(serverFrame("session", { ended: "logout" }, at(1))).toBe(
    'id: 1-1\nevent: session\ndata: {"ended":"logout"}\n\n',
  );
  expect(chunkOf("äb").toString()).toBe("3\r\näb\r\n");
});

test("a stream gets what follows, for everybody and for its player, and nothing of others", () => {
  const recent = new RecentFrames(at(0, 0));
  for (const one of [frame(1), frame(2, 5n), frame(3, 6n), frame(4)]) recent.add(one);
  const after = (xid: number, player: bigint | null): bigint[] | undefined =>
    recent.after(at(xid), player)?.map((found) => found.at.xid);
  expect(after(1, null)).toEqual([4n]);
  expect(after(1, 5n)).toEqual([2n, 4n]);
  expect(after(4, 5n)).toEqual([]);
  expect(recent.after(at(0, 0), 6n)?.length).toBe(3);
});

const many = (xid: number, last: number, players: string, told: string): ManyFrames =>
  new ManyFrames({ at: at(xid, last), event: "balance", pattern: '{"balance":"%"}', players, told });
const balance = (xid: number, id: number, amount: string) => ({
  at: at(xid, id),
  text: `id: ${xid}-${id}\nevent: balance\ndata: {"balance":"${amount}"}\n\n`,
});

test("of an event for many each gets the own frame, as if it had been alone", () => {
  const entry = many(7, 30, "5,6,15,156", "1.00,2.00,3.00,4.00");
  expect(entry.framesFor((id) => id !== 6n)).toEqual([
    { playerId: 5n, ...balance(7, 27, "1.00") },
    { playerId: 15n, ...balance(7, 29, "3.00") },
    { playerId: 156n, ...balance(7, 30, "4.00") },
  ]);
  expect(entry.framesOf(5n, at(1))).toEqual([{ playerId: 5n, ...balance(7, 27, "1.00") }]);
  // Parts of a number are other players.
  for (const other of [1n, 56n, 51n, 0n]) expect(entry.framesOf(other, at(1))).toEqual([]);
});

test("several values fill an event's pattern, and a player is told as often as named", () => {
  const entry = new ManyFrames({
    at: at(7, 30),
    event: "order",
    pattern: '{"orderNo":"B%","payout":"%","status":"%"}',
    players: "5,6,6",
    told: "1,2.00,won,2,0.00,notWon,3,9.00,won",
  });
  expect(entry.framesOf(6n, at(1)).map(({ text }) => text)).toEqual([
    'id: 7-29\nevent: order\ndata: {"orderNo":"B2","payout":"0.00","status":"notWon"}\n\n',
    'id: 7-30\nevent: order\ndata: {"orderNo":"B3","payout":"9.00","status":"won"}\n\n',
  ]);
  expect(entry.framesOf(6n, at(7, 29)).map(({ at: position }) => position.id)).toEqual([30n]);
});

test("an event whose values are not one share for each player tells nobody anything", () => {
  for (const told of ["1.00,2.00", "1.00,2.00,3.00,4.00"]) {
    const entry = many(7, 30, "5,6,7", told);
    expect(() => entry.framesOf(6n, at(1))).toThrow("3 players");
    expect(() => entry.framesFor(() => true)).toThrow("3 players");
  }
});

test("a stream resumes amid an event for many, and a stream without an account gets none of it", () => {
  const recent = new RecentFrames(at(0, 0));
  recent.add(frame(6));
  recent.add(many(7, 30, "5,6,5", "1.00,2.00,3.00"));
  recent.add(frame(8));
  const idsAfter = (position: ReturnType<typeof at>, player: bigint | null) =>
    recent.after(position, player)?.map((found) => `${found.at.xid}-${found.at.id}`);
  expect(idsAfter(at(6), 5n)).toEqual(["7-28", "7-30", "8-1"]);
  expect(idsAfter(at(7, 28), 5n)).toEqual(["7-30", "8-1"]);
  expect(idsAfter(at(7, 28), 6n)).toEqual(["7-29", "8-1"]);
  expect(idsAfter(at(7, 30), 5n)).toEqual(["8-1"]);
  expect(idsAfter(at(6), null)).toEqual(["8-1"]);
  expect(recent.after(at(6), 5n, 100)).toBeNull();
});

test("events for many are dropped whole, by their size", () => {
  const recent = new RecentFrames(at(0, 0));
  const players = Array.from({ length: 500 }, (_, i) => i + 1).join(",");
  const told = Array.from({ length: 500 }, () => "10.00").join(",");
  for (let n = 1; n <= 5_000; n += 1) recent.add(many(n, 500, players, told));
  expect(recent.after(at(1), 7n)).toBeNull();
  const kept = recent.after(at(4_000, 500), 7n);
  expect(kept?.length).toBe(1_000);
  expect(kept?.[0]?.text).toBe(balance(4_001, 7, "10.00").text);
});

test("what is dropped is known to be dropped", () => {
  const recent = new RecentFrames(at(0, 0));
  for (let n = 1; n <= 50_000; n += 1) recent.add(frame(n));
  expect(recent.after(at(1), null)).toBeNull();
  expect(recent.after(at(30_000), null)?.length).toBe(20_000);
  expect(recent.after(at(29_999), null)).toBeNull();
  for (let n = 50_001; n <= 50_100; n += 1) recent.add(frame(n, null, "x".repeat(200_000)));
  const frames = recent.after(at(50_090), null) ?? [];
  expect(frames.length).toBe(10);
  expect(recent.after(at(50_001), null)).toBeNull();
  recent.restart(at(60_000));
  expect(recent.after(at(50_090), null)).toBeNull();
  expect(recent.after(at(60_000), null)).toEqual([]);
});
