import { expect, test } from "vitest";
import { type CpuProfile, flameText } from "./flame-text.ts";

const frame = (functionName: string, url = "") => ({ functionName, url, lineNumber: 9 });

/** place calls hash, and reply by itself; a tenth of all is idle. */
const profile: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame("(root)"), children: [2, 5, 6] },
    { id: 2, callFrame: frame("place", "file:///house/betting/placing.ts"), children: [3, 4] },
    { id: 3, callFrame: frame("hash"), children: [] },
    { id: 4, callFrame: frame("", "node:net") },
    { id: 5, callFrame: frame("reply", "file:///house/http/replies.ts") },
    { id: 6, callFrame: frame("(idle)") },
  ],
  samples: [2, 3, 3, 5, 6, 4],
  timeDeltas: [200, 300, 300, 190, 110, 10],
};

test("functions stand below their callers, with their share of the busy time", () => {
  expect(flameText(profile, { least: 0.05 }).split("\n")).toEqual([
    " 81.0 % place betting/placing.ts:10, 20.0 % by itself",
    " 60.0 %   hash, 60.0 % by itself",
    " 19.0 % reply http/replies.ts:10, 19.0 % by itself",
  ]);
});

test("what is rare is shown on request, and other times are left out", () => {
  expect(flameText(profile, { least: 0 })).toContain("(anonymous) ./node:net:10");
  expect(flameText(profile, { least: 0, from: 900 }).split("\n")[0]).toContain("reply");
});
