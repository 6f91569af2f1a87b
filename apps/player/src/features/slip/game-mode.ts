import type { RuleMode, RuleOption } from "@lotus/contract";

/** The player's position in the rule tree. Without an option id it is the mode's only option. */
export interface GameMode {
  readonly modeId: string;
  readonly optionId?: string;
}

/** The first rule becomes the mode. Null when there are no rules. */
export function initialMode(rules: readonly RuleMode[]): GameMode | null {
  const first = rules[0];
  return first === undefined ? null : enterMode(first);
}

/**
 * Entering a mode: its first child option is chosen only when it has more than one child. An only child is implied: no
 * option id is stored and no pills are shown, but its board is (`optionAt`).
 */
export function enterMode(mode: RuleMode): GameMode {
  const [first] = mode.childrens;
  return mode.childrens.length > 1 && first !== undefined
    ? { modeId: mode.id, optionId: first.id }
    : { modeId: mode.id };
}

/** The mode in the tree for a game mode. */
export function modeAt(rules: readonly RuleMode[], mode: GameMode | null): RuleMode | undefined {
  return rules.find((rule) => rule.id === mode?.modeId);
}

/** The option whose board is shown: the chosen one, or the only child when none is chosen. */
export function optionAt(rules: readonly RuleMode[], mode: GameMode | null): RuleOption | undefined {
  const rule = modeAt(rules, mode);
  if (rule === undefined || mode === null) return undefined;
  if (mode.optionId !== undefined) return rule.childrens.find((option) => option.id === mode.optionId);
  return rule.childrens.length === 1 ? rule.childrens[0] : undefined;
}

/** An option by its id, with its mode. */
export function findRule(
  rules: readonly RuleMode[],
  optionId: string,
): { readonly mode: RuleMode; readonly option: RuleOption } | undefined {
  for (const mode of rules) {
    const option = mode.childrens.find((child) => child.id === optionId);
    if (option !== undefined) return { mode, option };
  }
  return undefined;
}

/** The game mode that shows an option. */
export function modeShowing(mode: RuleMode, optionId: string): GameMode {
  return mode.childrens.length > 1 ? { modeId: mode.id, optionId } : { modeId: mode.id };
}

/** A bet's name: "Last two · Direct", or the mode alone when the option's name adds nothing. */
export function betName(mode: RuleMode, option: RuleOption): string {
  return mode.childrens.length > 1 && mode.name !== option.name ? `${mode.name} · ${option.name}` : mode.name;
}
