import type { PlayerRow } from "@lotus/contract/desk";
import { StateChip, type Tone } from "./state-chip.tsx";
import { useWords } from "../words/use-words.ts";

const TONES: Readonly<Record<PlayerRow["status"], Tone>> = { active: "good", locked: "bad", closed: "quiet" };

export function PlayerState({ status }: { readonly status: PlayerRow["status"] }) {
  const t = useWords();
  return <StateChip tone={TONES[status]} label={t(`player.status.${status}`)} />;
}
