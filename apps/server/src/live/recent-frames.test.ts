import { expect, test } from "vitest";
import { chunkOf, frameText, serverFrame } from "./frames.ts";
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
