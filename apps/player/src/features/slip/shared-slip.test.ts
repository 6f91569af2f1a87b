import { GAMES, optionsOf } from "@lotus/games";
import { describe, expect, test } from "vitest";
import { href } from "../../shell/routes.ts";
import type { PickedLine } from "./assess.ts";
import { readSharedSlip, writeSharedSlip } from "./shared-slip.ts";

const LINES: readonly PickedLine[] = [
  {
    optionId: "QS.ZX",
    groups: [
      { code: "place1", items: ["3", "7"] },
      { code: "place2", items: ["1"] },
      { code: "place3", items: ["0"] },
    ],
  },
  { optionId: "LHD.LHH", groups: [{ code: "1v2", items: ["dragon"] }] },
];
const text = () => writeSharedSlip("FFC", LINES) ?? "";

describe("a slip in a link", () => {
  test("is what was shared, and an address escapes none of it", () => {
    expect(readSharedSlip("FFC", text())).toEqual({ ok: true, lines: LINES });
    expect(href("game", { code: "FFC", slip: text() })).toBe(`/pages-sub/game/index?code=FFC&slip=${text()}`);
  });

  test("can be any bet of any game", () => {
    for (const { code } of GAMES) {
      for (const option of optionsOf(code)) {
        const groups = option.board.groups.map((group) => ({
          code: group.code,
          items: group.items.slice(0, 3),
        }));
        const lines = [{ optionId: option.code, groups }];
        expect(readSharedSlip(code, writeSharedSlip(code, lines) ?? "")).toEqual({ ok: true, lines });
      }
    }
  });

  test("has neither money nor a name in it", () => {
    const staked = LINES.map((line) => ({ ...line, key: "9", amount: "1234.56", name: "Lan" }));
    expect(writeSharedSlip("FFC", staked)).toBe(text());
  });

  test.each([
    ["cut off", () => text().slice(0, -1)],
    ["changed", () => text().replace("dragon", "tiger")],
    ["nothing", () => ""],
    ["no slip", () => "hello"],
    ["markup", () => "1.abc.<script>"],
  ])("that is %s is damaged", (_what, link) => {
    expect(readSharedSlip("FFC", link())).toEqual({ ok: false, problem: "damaged" });
  });

  test.each([
    ["an option of markup", { optionId: "<img-src=x>", groups: [{ code: "sum", items: ["9"] }] }],
    ["an option of words", { optionId: "You have won", groups: [{ code: "sum", items: ["9"] }] }],
    ["an overlong option", { optionId: "A".repeat(41), groups: [{ code: "sum", items: ["9"] }] }],
    ["a group of markup", { optionId: "HZ.HZ", groups: [{ code: '"><b>', items: ["9"] }] }],
    ["an item of words", { optionId: "HZ.HZ", groups: [{ code: "sum", items: ["9", "call +84"] }] }],
    ["a group without items", { optionId: "HZ.HZ", groups: [{ code: "sum", items: [] }] }],
    ["no groups", { optionId: "HZ.HZ", groups: [] }],
  ])("whose sender wrote %s is damaged, however right its checksum", (_what, line) => {
    const whole = { optionId: "HZ.HZ", groups: [{ code: "sum", items: ["9"] }] };
    const link = writeSharedSlip("K3", [whole, line]) ?? "";
    expect(readSharedSlip("K3", link)).toEqual({ ok: false, problem: "damaged" });
    expect(readSharedSlip("K3", writeSharedSlip("K3", [whole]) ?? "")).toEqual({ ok: true, lines: [whole] });
  });

  test("is of its game only", () => {
    expect(readSharedSlip("K3", text())).toEqual({ ok: false, problem: "damaged" });
  });

  test("of a later version says so, and one that is too long does", () => {
    expect(readSharedSlip("FFC", text().replace(/^1\./u, "2."))).toEqual({ ok: false, problem: "newer" });
    expect(readSharedSlip("FFC", text() + "x".repeat(2000))).toEqual({ ok: false, problem: "tooLong" });
    expect(
      writeSharedSlip(
        "FFC",
        Array.from({ length: 100 }, () => LINES[0] ?? { optionId: "", groups: [] }),
      ),
    ).toBeNull();
  });

  test("with its address fits into the redirect of a login", () => {
    const many = Array.from({ length: 27 }, () => LINES[0] ?? { optionId: "", groups: [] });
    const longest = writeSharedSlip("FFC", many) ?? "";
    expect(longest.length).toBeGreaterThan(1000);
    expect(href("game", { code: "FFC", slip: longest }).length).toBeLessThan(2048);
  });
});
