import type { RuleTree } from "@lotus/contract";
import { parseMoney } from "@lotus/money";
import {
  CircleAlertIcon,
  ClockIcon,
  Countdown,
  Pill,
  Sheet,
  Strip,
  useLastShown,
  useSecondsLeft,
} from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { giveCue } from "../../components/cue.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { shortNo } from "../draw/draw-phase.ts";
import { useRuleTree } from "../game-data/use-rule-tree.ts";
import { OwnLimitStrip } from "../protection/own-limit-strip.tsx";
import type { GameStore } from "../slip/game-store.ts";
import type { BetPeriod } from "../slip/slip-period.ts";
import { OddsChanges } from "../slip/odds-changes.tsx";
import { ChaseActions } from "./chase-actions.tsx";
import { ChaseChances } from "./chase-chances.tsx";
import { ChaseFields } from "./chase-fields.tsx";
import { PlanRows } from "./plan-rows.tsx";
import { type Chase, useChase } from "./use-chase.ts";
import styles from "./chase.module.css";

export interface ChaseSheetProps {
  open: boolean;
  /** The period in which the player left the slip. */
  from: BetPeriod;
  store: GameStore;
  now: () => number;
  /** "1234.50", undefined until it is loaded. */
  balance: string | undefined;
  onRecharge: () => void;
  onClose: () => void;
}

/** A chase of the slip's lines: its periods and multiples, when it stops, what it may come to, and the button that begins it. */
export function ChaseSheet(props: ChaseSheetProps) {
  const { tree } = useRuleTree(props.store.getState().gameCode);
  return tree === undefined ? null : <PlanSheet {...props} tree={tree} />;
}

function PlanSheet(props: ChaseSheetProps & { tree: RuleTree }) {
  const { store, tree, from, now, onClose } = props;
  const { t, money, number } = useI18n();
  const have = props.balance === undefined ? undefined : parseMoney(props.balance);
  const planned = useChase({
    store,
    tree,
    from,
    now,
    balance: have?.ok === true ? have.value : null,
    onBegun: ({ total }, draws) => {
      giveCue("placed");
      notifySuccess(t("chase.begun", { total: money(total), count: draws, draws: number(draws) }));
      onClose();
    },
  });
  return <OpenSheet {...props} planned={planned} />;
}

function OpenSheet(props: ChaseSheetProps & { tree: RuleTree; planned: Chase }) {
  const { open, tree, planned, onClose } = props;
  const { t, money, number } = useI18n();
  // Its lines are gone from the slip while the sheet closes.
  const chase = useLastShown(planned.figures.lines.length > 0 ? planned : undefined) ?? planned;
  const frozen = chase.busy || chase.unanswered;
  const close = () => {
    if (!chase.busy) onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t("chase.title")}
      headerEnd={<Closing chase={chase} now={props.now} />}
      closeLabel={t("play.close")}
      footer={<ChaseActions {...props} chase={chase} onClose={close} />}
    >
      <div className={styles.plan}>
        <Notices chase={chase} />
        <p className={styles.slip}>
          {chase.figures.lines
            .slice(0, SHOWN_LINES)
            .map(({ name }) => name)
            .join(", ")}
          {chase.figures.lines.length > SHOWN_LINES &&
            ` +${number(chase.figures.lines.length - SHOWN_LINES)}`}
          <b>
            {t("chase.slipLine", {
              count: chase.figures.betCount,
              bets: number(chase.figures.betCount),
              stake: money(chase.figures.total),
            })}
          </b>
        </p>
        <ChaseFields chase={chase} frozen={frozen} />
        <ChaseChances gameCode={tree.gameCode} chase={chase} />
        <PlanRows
          periods={chase.periods}
          draft={chase.draft}
          stake={chase.figures.total}
          frozen={frozen || chase.closed}
          set={chase.set}
          setOwn={chase.setOwn}
        />
        <p className={styles.quiet}>{t("chase.notPlaced")}</p>
      </div>
    </Sheet>
  );
}

/** The first period of the plan and its remaining sale time. */
function Closing({ chase: { seen, closed }, now }: { chase: Chase; now: () => number }) {
  const { t } = useI18n();
  const seconds = useSecondsLeft(seen.closeAt, now);
  if (closed) return <Pill tone="amber">{t("play.slip.closed")}</Pill>;
  return (
    <span className={styles.closes}>
      {t("play.draw.period", { no: shortNo(seen.prizeNo) })}
      <b>
        <Countdown size={14} seconds={seconds} label={t("play.slip.closesIn")} />
      </b>
    </span>
  );
}

/** Lines that are named; of a long slip only the first. */
const SHOWN_LINES = 3;

/** What the player must read before sending. */
function Notices({ chase }: { chase: Chase }) {
  const { t, time } = useI18n();
  const { notice, seen, next } = chase;
  return (
    <div className={styles.notices}>
      {chase.unanswered && (
        <Strip shape="card" icon={<CircleAlertIcon size={20} aria-hidden />}>
          <b>{t("chase.unanswered")}</b> {t("chase.unansweredHow")}
        </Strip>
      )}
      {!chase.unanswered && chase.closed && (
        <Strip shape="card" icon={<ClockIcon size={20} aria-hidden />}>
          <b>{t("play.slip.periodClosed", { no: shortNo(seen.prizeNo) })}</b> {t("chase.nothingSent")}{" "}
          {next !== null && t("play.slip.nextDraws", { no: shortNo(next.periodNo), time: time(next.drawAt) })}
        </Strip>
      )}
      {notice?.kind === "odds" && (
        <Strip shape="card" icon={<CircleAlertIcon size={20} aria-hidden />}>
          <b>{t("play.slip.oddsChanged")}</b> {t("play.slip.oddsAgree")}
          <OddsChanges changes={notice.changes} />
        </Strip>
      )}
      {notice?.kind === "ownLimit" && <OwnLimitStrip words={notice.text} section={notice.limit} />}
      {(notice?.kind === "refused" || notice?.kind === "line") && (
        <Strip tone="red" shape="card" icon={<CircleAlertIcon size={20} aria-hidden />}>
          {notice.text}
        </Strip>
      )}
    </div>
  );
}
