import type { PlayerBreak, PlayerShield } from "@lotus/contract/desk";
import type { WordKey } from "../i18n/i18n.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { useConfig } from "../shell/use-config.ts";

/** What a player's break means for an action of the desk. */
type Purpose = "credit" | "gift" | "match" | "message" | "payOut";

/** The break that a player is on, in the reader's language: "Excluded until 21/11/2026, 10:00:00". */
export function useBreakName(): (lasting: PlayerBreak) => string {
  const t = useI18n();
  const { time } = useConfig();
  return ({ kind, until }) =>
    until === null ? t(`player.break.${kind}`) : t(`player.break.${kind}.until`, { until: time(until) });
}

/** The break that a player is on and what it means for an action; undefined for a player who is on none. */
export function useBreakText(): (purpose: Purpose, lasting: PlayerBreak | undefined) => string | undefined {
  const t = useI18n();
  const nameOf = useBreakName();
  return (purpose, lasting) =>
    lasting === undefined ? undefined : `${nameOf(lasting)}. ${t(`break.${purpose}` satisfies WordKey)}`;
}

/** Why a player may get no gift, in the reader's language; undefined if nothing forbids it. */
export function useGiftStop(): (stop: PlayerShield | null, lasting?: PlayerBreak) => string | undefined {
  const t = useI18n();
  const breakText = useBreakText();
  return (stop, lasting) => {
    if (lasting !== undefined) return breakText("gift", lasting);
    if (stop === null) return undefined;
    if (stop === "guarded") return t("break.guarded");
    return breakText("gift", { kind: stop === "excluded" ? "exclusion" : "timeOut", until: null });
  };
}
