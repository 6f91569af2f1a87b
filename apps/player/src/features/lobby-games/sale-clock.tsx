import { Countdown, joinClasses, MoonIcon, Pill } from "@lotus/ui";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { useServerSecond } from "../../components/use-server-second.ts";
import { saleState, URGENT_SECONDS, type SaleState } from "./sale-state.ts";
import styles from "./sale-clock.module.css";
import type { LobbyGame } from "./use-games.ts";

interface SaleClockProps {
  game: Pick<LobbyGame, "on" | "current">;
  /** The server cannot be reached: --:-- instead of a time that may be wrong. */
  offline: boolean;
  /** Shows below the time what it counts down to. */
  caption?: boolean;
  align?: "start" | "end";
}

const LABELS = {
  opening: "app.games.opensIn",
  selling: "app.games.closesIn",
  closed: "app.games.drawsIn",
} as const;

/** Remaining sale time of a game, or why it is not on sale. */
export function SaleClock({ game, offline, caption = false, align = "start" }: SaleClockProps) {
  const words = useI18n();
  const state = saleState(game, useServerSecond());
  return (
    <span className={joinClasses(styles.clock, align === "end" && styles.end)}>
      <Face state={state} offline={offline} caption={caption} />
      {caption && <span className={captionClass(state)}>{captionOf(state, offline, words)}</span>}
    </span>
  );
}

interface FaceProps {
  state: SaleState;
  offline: boolean;
  caption: boolean;
}

function Face({ state, offline, caption }: FaceProps) {
  const { t, clock } = useI18n();
  if (state.kind === "off" || state.kind === "resting") {
    const opens =
      state.kind === "resting" && !caption ? t("app.games.opensAt", { time: clock(state.opensAt) }) : "";
    return (
      <Pill icon={<MoonIcon size={14} aria-hidden />}>{opens === "" ? t("app.games.closed") : opens}</Pill>
    );
  }
  if (state.kind === "drawing" && !offline)
    return <span className={styles.drawing}>{t("app.games.drawing")}</span>;
  const label = state.kind === "drawing" ? "app.games.drawsIn" : LABELS[state.kind];
  return (
    <Countdown
      size={20}
      seconds={offline || state.kind === "drawing" ? null : state.seconds}
      label={t(label)}
      urgentBelow={state.kind === "selling" ? URGENT_SECONDS : 0}
    />
  );
}

function isUrgent(state: SaleState): boolean {
  return state.kind === "selling" && state.seconds < URGENT_SECONDS;
}

function captionClass(state: SaleState): string | undefined {
  return joinClasses(styles.caption, isUrgent(state) && styles.urgent);
}

function captionOf(state: SaleState, offline: boolean, { t, clock }: I18n): string {
  if (state.kind === "off") return t("app.games.offCaption");
  if (state.kind === "resting") return t("app.games.opensAt", { time: clock(state.opensAt) });
  // "Drawing" is shown in place of the time.
  if (state.kind === "drawing") return offline ? t("app.games.drawsIn") : "";
  if (isUrgent(state)) return t("app.games.closingSoon");
  return t(LABELS[state.kind]);
}
