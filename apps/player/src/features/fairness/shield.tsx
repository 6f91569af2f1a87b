import type { ShieldMessageKey } from "@lotus/locales";
import {
  ShieldAlertIcon,
  ShieldCheckIcon,
  ShieldEllipsisIcon,
  ShieldHouseIcon,
  ShieldOffIcon,
  ShieldXIcon,
} from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { OwnBet, ShieldState } from "./own-bets.ts";
import { useShield } from "./use-shield.ts";
import styles from "./shield.module.css";

const ICONS = {
  checked: ShieldCheckIcon,
  refunded: ShieldCheckIcon,
  unwitnessed: ShieldHouseIcon,
  notShown: ShieldAlertIcon,
  waiting: ShieldEllipsisIcon,
  unavailable: ShieldOffIcon,
  failed: ShieldXIcon,
} as const satisfies Record<ShieldState, unknown>;

/** What a shield says: of a bet that is over, waiting means that it is being checked. */
export function shieldWord(state: ShieldState, isOver: boolean): ShieldMessageKey {
  return state === "waiting" && isOver ? "shield.word.checking" : `shield.word.${state}`;
}

/** The icon of a shield; decorative, the word stands beside it. */
export function ShieldStateIcon({ state, size }: { state: ShieldState; size: number }) {
  const Icon = ICONS[state];
  return <Icon size={size} className={styles.icon} data-state={state} aria-hidden />;
}

/** What this device found out about a bet, in one line: an icon and a few words. */
export function BetShield({ bet }: { bet: OwnBet }) {
  const { t } = useI18n();
  const { state } = useShield(bet);
  return (
    <span className={styles.shield} data-state={state}>
      <ShieldStateIcon state={state} size={16} />
      {t(shieldWord(state, bet.isOver))}
    </span>
  );
}
