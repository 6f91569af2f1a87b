import type { BetRecord } from "@lotus/contract";
import { Checkbox, CircleAlertIcon, CircleCheckIcon, ClockIcon, Figure, Spinner } from "@lotus/ui";
import { recordName } from "../../../features/bet-result/bet-words.ts";
import type { LobbyGame } from "../../../features/lobby-games/use-games.ts";
import { useI18n, type I18n } from "../../../i18n/use-i18n.tsx";
import { BetWords } from "./bet-days.tsx";
import type { CancelOutcome } from "../../../features/outcomes/cancel-bet.ts";
import styles from "./several.module.css";

interface OpenBetRowProps {
  order: BetRecord;
  game: LobbyGame | undefined;
  /** What became of it, once known. */
  outcome: CancelOutcome | undefined;
  /** Its cancellation was asked for. */
  waits: boolean;
  checked: boolean;
  onCheck: (on: boolean) => void;
}

/** An open bet with its checkbox; after the cancellation, with its outcome instead. */
export function OpenBetRow({ order, game, outcome, waits, checked, onCheck }: OpenBetRowProps) {
  const words = useI18n();
  const body = (
    <>
      <span className={styles.words}>
        <b>{recordName(order)}</b>
        <BetWords order={order} game={game} />
        {outcome !== undefined && (
          <span className={styles.outcome} data-kind={outcome.kind}>
            {outcomeText(outcome, words)}
          </span>
        )}
      </span>
      <Figure size={14}>{words.money(order.total)}</Figure>
    </>
  );
  return (
    <li className={styles.row}>
      {waits ? (
        <>
          <span className={styles.icon}>{outcome === undefined ? <Spinner /> : ICONS[outcome.kind]}</span>
          {body}
        </>
      ) : (
        <Checkbox checked={checked} onChange={(event) => onCheck(event.target.checked)}>
          <span className={styles.choice}>{body}</span>
        </Checkbox>
      )}
    </li>
  );
}

const ICONS = {
  cancelled: <CircleCheckIcon size={20} className={styles.good} aria-hidden />,
  tooLate: <ClockIcon size={20} aria-hidden />,
  refused: <CircleAlertIcon size={20} aria-hidden />,
  unknown: <CircleAlertIcon size={20} aria-hidden />,
} as const;

function outcomeText(outcome: CancelOutcome, { t, money }: I18n): string {
  return outcome.kind === "cancelled"
    ? t("records.several.cancelled", { refund: money(outcome.refund) })
    : t(`records.several.${outcome.kind}`);
}
