import type { KeyboardEvent } from "react";

/** One of a few things to choose from; `key` is the value. */
export interface ChoiceItem<K extends string = string> {
  key: K;
  label: string;
  disabled?: boolean;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Arrow keys, Home and End move the choice and the focus along a row of which only the chosen one is a tab stop. */
export function useRovingKeys<K extends string>(
  items: readonly ChoiceItem<K>[],
  value: K,
  onChange: (key: K) => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const open = items.filter((item) => !item.disabled);
    const here = open.findIndex((item) => item.key === value);
    const step = STEPS[event.key];
    const at = event.key === "Home" ? 0 : event.key === "End" ? open.length - 1 : undefined;
    if (step === undefined && at === undefined) return;
    event.preventDefault();
    const next = open[at ?? (here + (step ?? 0) + open.length) % open.length];
    if (next === undefined) return;
    onChange(next.key);
    const place = items.indexOf(next);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab],[role=radio]")[place]?.focus();
  };
}
