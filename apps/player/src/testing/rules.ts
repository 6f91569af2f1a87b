import type { RuleMode, RuleOption, RuleTree } from "@lotus/contract";
import {
  defaultOdds,
  familyOf,
  type GameCode,
  itemKind,
  itemOddsKey,
  modesOf,
  oddsKey,
  type Option,
} from "@lotus/games";
import { formatOdds } from "@lotus/money";

interface Changes {
  version?: number;
  /** All odds, or those of these keys. */
  halveOdds?: boolean | readonly string[];
  /** Lunar year of the animals' odds; without it they have none. */
  lunarYear?: number;
}

/** The rule tree of a game as the server would return it, with codes for names. `version` and odds can be changed. */
export function ruleTree(game: GameCode, changes: Changes = {}): RuleTree {
  const rules = modesOf(game).map(({ code, options }): RuleMode => ({
    id: code,
    code,
    name: code,
    childrens: options.map((option) => ruleOption(game, option, changes)),
  }));
  return { version: changes.version ?? 1, gameId: game, gameCode: game, family: familyOf(game), rules };
}

function ruleOption(game: GameCode, option: Option, changes: Changes): RuleOption {
  const { halveOdds: halve = false, lunarYear } = changes;
  const odds = defaultOdds(game, option);
  const write = (key: string | undefined) => {
    const figure = key === undefined ? undefined : odds[key];
    if (figure === undefined || key === undefined) return undefined;
    const halved = typeof halve === "boolean" ? halve : halve.includes(key);
    return formatOdds(halved ? figure / 2n : figure);
  };
  return {
    id: option.code,
    code: option.code,
    name: option.code,
    hint: "",
    help: "",
    minTotal: option.board.minTotal ?? 0,
    minBet: "1.00",
    maxBet: "50000.00",
    maxPayout: "400000.00",
    groups: option.board.groups.map((group) => ({
      code: group.code,
      name: group.code,
      min: group.min,
      max: group.max,
      kind: itemKind(option.family, group),
      items: group.items.map((id) => {
        const figure = write(itemOddsKey(option, group.code, id, lunarYear));
        return { id, name: id, ...(figure !== undefined && { odds: figure }) };
      }),
    })),
    tiers: option.tiers.map(({ code, classes }) => ({
      code,
      name: code,
      classes: classes.map((line) => ({
        ...(line.class !== undefined && { class: line.class, name: line.class }),
        odds: write(oddsKey(code, line.class)) ?? "1.00",
        probability: "1/10",
        returnToPlayer: "97.50",
      })),
    })),
  };
}
