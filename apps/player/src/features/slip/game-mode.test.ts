import { describe, expect, it } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { betName, enterMode, initialMode, optionAt } from "./game-mode.ts";

const { rules } = ruleTree("K3");
const withMany = rules.filter((mode) => mode.childrens.length > 1);
const withOne = rules.filter((mode) => mode.childrens.length === 1);

describe("initial game mode", () => {
  it("the first rule becomes the mode", () => {
    expect(initialMode(rules)?.modeId).toBe(rules[0]?.id);
    expect(initialMode(withMany)?.modeId).toBe(withMany[0]?.id);
  });

  it("its first child option is chosen when it has more than one child", () => {
    expect(withMany.length).toBeGreaterThan(0);
    expect(initialMode(withMany)).toEqual({
      modeId: withMany[0]?.id,
      optionId: withMany[0]?.childrens[0]?.id,
    });
  });

  it("no option is chosen when it has one child, and that child's board is shown all the same", () => {
    const mode = initialMode(withOne);
    expect(mode).toEqual({ modeId: withOne[0]?.id });
    expect(optionAt(withOne, mode)).toBe(withOne[0]?.childrens[0]);
  });

  it("is null without rules", () => {
    expect(initialMode([])).toBeNull();
    expect(optionAt([], null)).toBeUndefined();
  });

  it("the same holds for every mode that is entered later", () => {
    for (const mode of rules) expect(optionAt(rules, enterMode(mode))).toBe(mode.childrens[0]);
  });
});

it("a bet is named by its mode, and by its option where the mode has several", () => {
  const [many, one] = [withMany[0], withOne[0]];
  if (many?.childrens[0] === undefined || one?.childrens[0] === undefined) throw new Error("no such modes");
  expect(betName(many, many.childrens[0])).toBe(`${many.name} · ${many.childrens[0].name}`);
  expect(betName(one, one.childrens[0])).toBe(one.name);
});
