import { createContext, use } from "react";

/** How long an item has not been drawn. */
export interface Omission {
  /** Draws since it was last drawn; 0 if the last one has it. */
  readonly draws: number;
  /** "1 of 17": the share of such runs that have it in a fair game; undefined if it was just drawn. */
  readonly share: { readonly part: number; readonly of: number } | undefined;
}

/** The omissions of a group's items, by item; undefined if the group is about no single fact of a draw. */
export type OmissionsOf = (groupCode: string) => ReadonlyMap<string, Omission> | undefined;

/** No omissions are shown: the reader has not asked for them. */
export const NO_OMISSIONS: OmissionsOf = () => undefined;

/** What boards show under their numbers. */
export const OmissionsContext = createContext<OmissionsOf>(NO_OMISSIONS);

/** The omissions of a group on the board around. */
export function useOmissions(groupCode: string): ReadonlyMap<string, Omission> | undefined {
  return use(OmissionsContext)(groupCode);
}
