import type { IdentityState as StateOfPlayer } from "@lotus/contract";
import type { IdentityRow } from "@lotus/contract/desk";
import { StateChip, type Tone } from "../components/state-chip.tsx";
import { useI18n } from "../i18n/use-i18n.ts";

const TONES: Readonly<Record<IdentityRow["state"] | StateOfPlayer, Tone>> = {
  none: "quiet",
  asked: "quiet",
  waiting: "wait",
  inReview: "wait",
  verified: "good",
  refused: "bad",
  dropped: "quiet",
};

/** State of documents that were sent, or of a player's identity. */
export function IdentityState({ state }: { readonly state: IdentityRow["state"] | StateOfPlayer }) {
  const t = useI18n();
  return <StateChip tone={TONES[state]} label={t(`identity.state.${state}`)} />;
}
