import type { GameRecord } from "@lotus/contract/desk";
import { StateChip } from "../../parts/state-chip.tsx";
import { useWords } from "../../words/use-words.ts";

export function GameState({ state }: { readonly state: GameRecord["state"] }) {
  const t = useWords();
  return <StateChip tone={state === "open" ? "good" : "bad"} label={t(`game.state.${state}`)} />;
}
