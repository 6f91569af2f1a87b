import type { RuleMode, RuleOption, RuleTree } from "@lotus/contract";
import { tidyTyped } from "@lotus/money";
import { searchRank } from "../../../components/matches-search.ts";
import { betName } from "../../../features/slip/game-mode.ts";

/** The synonyms of a bet in the reader's language, by the code of an option or of a mode. */
export type AliasesOf = (code: string) => readonly string[];

/** The bets of a mode that a search found, in board order. */
export interface FoundMode {
  readonly mode: RuleMode;
  readonly options: readonly RuleOption[];
}

/**
 * The bets that match what was typed: those whose name, code or synonym does before those of which only an item or the
 * hint does. Nothing typed finds all of them.
 */
export function foundBets({ rules }: RuleTree, typed: string, aliasesOf: AliasesOf): readonly FoundMode[] {
  if (tidyTyped(typed) === "") return rules.map((mode) => ({ mode, options: mode.childrens }));
  const ranked = rules.flatMap((mode) =>
    mode.childrens.flatMap((option) => {
      const rank = searchRank(typed, textsOf(mode, option, aliasesOf));
      return rank === null ? [] : [{ mode, option, rank }];
    }),
  );
  const inOrder = ranked.toSorted((a, b) => a.rank - b.rank);
  return Array.from(
    Map.groupBy(inOrder, ({ mode }) => mode),
    ([mode, found]) => ({ mode, options: found.map(({ option }) => option) }),
  );
}

/** What a bet is found by, the most telling first. */
function textsOf(mode: RuleMode, option: RuleOption, aliasesOf: AliasesOf): readonly (readonly string[])[] {
  const words = option.groups.flatMap(({ name, items }) => [
    name,
    ...items.filter(({ id, name: item }) => item !== id).map((item) => item.name),
  ]);
  return [
    [
      betName(mode, option),
      option.name,
      mode.code,
      option.code,
      ...aliasKeys(option.code).flatMap(aliasesOf),
    ],
    words,
    [option.hint],
  ];
}

/**
 * The codes under which the synonyms of an option may be: its own, that of its kind, which several modes have, without
 * the number at its end, and that of its mode.
 */
export function aliasKeys(code: string): readonly string[] {
  const at = code.indexOf(".");
  const [mode, kind] = [code.slice(0, at), code.slice(at + 1)];
  return [...new Set([code, kind, kind.replace(/\d+$/u, ""), mode])].filter((key) => key !== "");
}
