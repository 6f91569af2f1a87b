import type { RuleGroup, RuleOption } from "@lotus/contract";
import type { GameStore } from "../slip/game-store.ts";
import { BallCards } from "./ball-cards.tsx";
import { BallGrid } from "./ball-grid.tsx";
import { BALLS, isBallSet } from "./balls-of.ts";
import { PieceGrid } from "./piece-grid.tsx";
import { SideDigits } from "./side-digits.tsx";
import { TenRow } from "./ten-row.tsx";
import { useGroup } from "./use-group.ts";

interface BoardGroupProps {
  readonly option: RuleOption;
  readonly group: RuleGroup;
  readonly store: GameStore;
}

/** One group in the layout of its kind; a kind unknown to this build is drawn as words. */
export function BoardGroup({ option, group, store }: BoardGroupProps) {
  const props = useGroup(option, group, store);
  const { kind, items } = group;
  if (kind === "digit" || kind === "car") return <TenRow {...props} />;
  if (kind === "side-digit") return <SideDigits {...props} />;
  if (isBallSet(kind)) return <BallCards {...props} />;
  if (kind === "ball" && items.length === BALLS.length) return <BallGrid {...props} />;
  return <PieceGrid {...props} />;
}
