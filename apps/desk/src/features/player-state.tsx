import type { PlayerRow } from "@lotus/contract/desk";
import { StateChip, type Tone } from "../components/state-chip.tsx";
import { useI18n } from "../i18n/use-i18n.ts";

const TONES: Readonly<Record<PlayerRow["status"], Tone>> = { active: "good", locked: "bad", closed: "quiet" };

export function PlayerState({ status }: { readonly status: PlayerRow["status"] }) {
  const t = useI18n();
  return <StateChip tone={TONES[status]} label={t(`player.status.${status}`)} />;
}
