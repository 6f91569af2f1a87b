import type { MessageKey } from "@lotus/locales";
import { ClockIcon, VisuallyHidden } from "@lotus/ui";
import { useSettings } from "../../session/settings.ts";
import { useUserInfo } from "../../session/user-info.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./holds.module.css";

const WORDS: Readonly<Record<string, MessageKey>> = {
  withdrawal: "money.hold.withdrawal",
  chase: "money.hold.chase",
};

/** What is held of the player's money, each with what holds it; undefined where nothing is, or the balance is hidden. */
function useHoldTexts(): readonly string[] | undefined {
  const { t, money } = useI18n();
  const hidden = useSettings((settings) => settings.balanceHidden);
  const { holds = [] } = useUserInfo().data ?? {};
  if (hidden || holds.length === 0) return undefined;
  return holds.map(({ kind, amount }) => t(WORDS[kind] ?? "money.hold.other", { amount: money(amount) }));
}

/** The line of held money under a balance. */
export function HoldsLine() {
  const holds = useHoldTexts();
  if (holds === undefined) return null;
  return (
    <span className={styles.line}>
      <ClockIcon size={14} aria-hidden />
      {holds.join(" · ")}
    </span>
  );
}

/** The mark of held money where there is no room for a line. */
export function HoldsMark() {
  const holds = useHoldTexts();
  if (holds === undefined) return null;
  return (
    <span className={styles.mark} title={holds.join(" · ")}>
      <ClockIcon size={14} aria-hidden />
      <VisuallyHidden>{holds.join(", ")}</VisuallyHidden>
    </span>
  );
}
