import type { PlayerBreak, PlayerState as State } from "@lotus/contract/desk";
import { Box } from "@mui/material";
import { StateChip, type Tone } from "../components/state-chip.tsx";
import { useI18n } from "../i18n/use-i18n.ts";
import { useBreakName } from "./break-text.ts";

const TONES: Readonly<Record<State, Tone>> = { active: "good", locked: "bad", closed: "quiet" };

interface PlayerStateProps {
  readonly player: { readonly status: State; readonly onBreak?: PlayerBreak | undefined };
  /** Says nothing of a player who may play, where most may. */
  readonly unusual?: boolean;
}

/** The state of an account, and the break from play that the player is on: nobody on a break is just active. */
export function PlayerState({ player: { status, onBreak }, unusual = false }: PlayerStateProps) {
  const t = useI18n();
  const breakName = useBreakName();
  const plays = status === "active" && onBreak === undefined;
  if (plays && unusual) return null;
  return (
    <Box component="span" sx={{ display: "inline-flex", flexWrap: "wrap", gap: 0.5 }}>
      {(plays || status !== "active") && (
        <StateChip tone={TONES[status]} label={t(`player.status.${status}`)} />
      )}
      {onBreak !== undefined && status !== "closed" && <StateChip tone="bad" label={breakName(onBreak)} />}
    </Box>
  );
}
