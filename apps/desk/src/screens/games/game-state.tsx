import type { GameRecord } from "@lotus/contract/desk";
import { StateChip } from "../../components/state-chip.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";

/** Whether a game takes bets: its own switch, and a stop of all. */
export function GameState({ state, isStopped }: Pick<GameRecord, "state" | "isStopped">) {
  const t = useI18n();
  if (isStopped) return <StateChip tone="bad" label={t("game.state.stopped")} />;
  return <StateChip tone={state === "open" ? "good" : "bad"} label={t(`game.state.${state}`)} />;
}
