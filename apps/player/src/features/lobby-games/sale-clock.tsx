import { Countdown, joinClasses, MoonIcon, Pill, VisuallyHidden } from "@lotus/ui";
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
  small?: boolean;
}

const LABELS = {
  opening: "app.games.opensIn",
  selling: "app.games.closesIn",
  closed: "app.games.drawsIn",
} as const;

/** Remaining sale time of a game, or why it is not on sale. */
export function SaleClock({
  game,
  offline,
  caption = false,
  align = "start",
  small = false,
}: SaleClockProps) {
  const words = useI18n();
  const state = saleState(game, useServerSecond());
  return (
    <span className={joinClasses(styles.clock, align === "end" && styles.end)}>
      <Face state={state} offline={offline} caption={caption} small={small} />
      {caption && <span className={captionClass(state)}>{captionOf(state, offline, words)}</span>}
    </span>
  );
}

interface FaceProps {
  state: SaleState;
  offline: boolean;
  caption: boolean;
  small: boolean;
}

function Face({ state, offline, caption, small }: FaceProps) {
  const { t, clock } = useI18n();
  if (state.kind === "off" || state.kind === "resting") {
    const opens = state.kind === "resting" && !caption ? clock(state.opensAt) : "";
    const words = opens === "" ? t("app.games.closed") : t("app.games.opensAt", { time: opens });
    if (small) {
      return (
        <span className={styles.caption}>
          {opens === "" ? words : <OpensAt words={words} time={opens} />}
        </span>
      );
    }
    return <Pill icon={<MoonIcon size={14} aria-hidden />}>{words}</Pill>;
  }
  if (state.kind === "drawing" && !offline)
    return (
      <span className={joinClasses(styles.drawing, small && styles.small)}>{t("app.games.drawing")}</span>
    );
  const label = state.kind === "drawing" ? "app.games.drawsIn" : LABELS[state.kind];
  return (
    <Countdown
      size={small ? 14 : 20}
      seconds={offline || state.kind === "drawing" ? null : state.seconds}
      label={t(label)}
      urgentBelow={state.kind === "selling" ? URGENT_SECONDS : 0}
    />
  );
}

/** With little room: a moon and the time, read as the sentence. */
function OpensAt({ words, time }: { words: string; time: string }) {
  return (
    <>
      <VisuallyHidden>{words}</VisuallyHidden>
      <span aria-hidden className={styles.opens}>
        <MoonIcon size={14} />
        {time}
      </span>
    </>
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
