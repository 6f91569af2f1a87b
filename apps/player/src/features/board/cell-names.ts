import type { RuleGroup, RuleOption } from "@lotus/contract";
import { createContext, use } from "react";

/** Name of the mode of the shown board. */
export const ModeName = createContext("");

/**
 * What the numbers of a group are called: "Special number", "Ball 1". The only group of a board is called by its mode, since
 * its own name says no more than "Numbers".
 */
export function useNumbersName(option: RuleOption, group: RuleGroup): string {
  const mode = use(ModeName);
  return option.groups.length === 1 && mode !== "" ? mode : group.name;
}

/** The accessible name of a number: "Special number 19", "Ball 1, 7"; with its odds where it shows them. */
export function numberName(numbers: string, item: string, odds: string | undefined): string {
  const name = beforeNumber(numbers) + item;
  return odds === undefined ? name : `${name}, ${odds}`;
}

/** What stands before a number in its name; apart from one that itself ends in a figure. */
export function beforeNumber(numbers: string): string {
  return /\d$/u.test(numbers) ? `${numbers}, ` : `${numbers} `;
}
