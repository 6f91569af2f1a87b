import type { GameRecord } from "@lotus/contract/desk";
import { StateChip } from "../../components/state-chip.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";

export function GameState({ state }: { readonly state: GameRecord["state"] }) {
  const t = useI18n();
  return <StateChip tone={state === "open" ? "good" : "bad"} label={t(`game.state.${state}`)} />;
}
