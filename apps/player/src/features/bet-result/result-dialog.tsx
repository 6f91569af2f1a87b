import type { BetRecord, DrawResult } from "@lotus/contract";
import { type Family, findGame } from "@lotus/games";
import type { Money } from "@lotus/money";
import {
  Button,
  CheckIcon,
  ChevronDownIcon,
  Dialog,
  Figure,
  IconButton,
  joinClasses,
  MinusIcon,
  ShieldCheckIcon,
  Skeleton,
  VisuallyHidden,
  XIcon,
} from "@lotus/ui";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { DrawReveal } from "../../artwork/draw-reveal.tsx";
import type { RacerKind } from "../../artwork/racer.tsx";
import { useReveal } from "../../artwork/use-reveal.ts";
import { WinPetals } from "../../artwork/win-petals.tsx";
import { wireMoney } from "../../api/wire-money.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { giveCue } from "../../components/cue.ts";
import { drawWords } from "../draw/draw-words.ts";
import { factLine } from "../draw/fact-words.ts";
import { OrderWhy } from "../explain/order-why.tsx";
import { LateShield } from "../fairness/late-shield.tsx";
import { ownBetOf } from "../fairness/own-bet-of.ts";
import { recordName, winSum } from "./bet-words.ts";
import { type PeriodOutcome, periodOutcome, resultLayout } from "./outcome.ts";
import styles from "./result-dialog.module.css";
import { useCountUp } from "./use-count-up.ts";

interface ResultDialogProps {
  open: boolean;
  gameName: string;
  /** Kind of racer; used by racing games only. */
  racer: RacerKind;
  result: DrawResult;
  /** The player's orders of the period; they are settled a moment after the draw. */
  orders: readonly BetRecord[];
  /** "1234.50"; undefined until it is loaded. */
  balance: string | undefined;
  /** Number of results to show after this one. */
  waiting?: number;
  /** Whether the pieces move: not those of a draw that the page below has shown. */
  first?: "opens" | "stands";
  onClose: () => void;
  onVerify: () => void;
}

/**
 * Result of the player's bets on one draw. It opens with the drawn pieces; amounts follow once the animation is over
 * and the orders are settled. Gold and petals only for a payout that reaches the stake.
 */
export function ResultDialog(props: ResultDialogProps) {
  const { open, gameName, racer, result, orders, balance, waiting = 0, onClose, onVerify } = props;
  const family = familyIn(result);
  const words = useI18n();
  const { t } = words;
  // The animation starts when the dialog becomes visible: it may still wait for the slip to close.
  const reveal = useReveal(family, open ? result.prizeNo : null, props.first ?? "opens");
  useTapAnywhere(reveal.moving, reveal.skip);
  const revealed = open && !reveal.moving;
  const outcome = periodOutcome(orders);
  const isShown = revealed && outcome.settled;
  const won = isShown && resultLayout(outcome) === "won";
  useEffect(() => {
    if (isShown) giveCue(won ? "won" : "drawn");
  }, [isShown, won]);
  const title = t("play.result.title", { game: gameName, no: result.prizeNo });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      titleHidden
      bare
      actions={<ResultActions waiting={waiting} onClose={onClose} onVerify={onVerify} />}
    >
      <div className={joinClasses(styles.stage, won && styles.gold)}>
        <header className={styles.header}>
          <span aria-hidden>{title}</span>
          <IconButton label={t("play.close")} icon={<XIcon size={22} />} onClick={onClose} />
        </header>
        {won && (
          <span className={styles.petals}>
            <WinPetals />
          </span>
        )}
        <DrawReveal
          family={family}
          numbers={result.numbers}
          size="stage"
          words={family === "mark-six" ? drawWords(result, words) : {}}
          reveal={reveal}
          track={racer}
          skipLabel={t("play.draw.skip")}
          movingLabel={t("play.draw.waiting")}
        />
        <p className={styles.facts} data-shown={revealed || undefined}>
          <span>{factLine(result, t)}</span>
        </p>
      </div>
      <div aria-live="polite">
        {isShown ? (
          <Settled outcome={outcome} orders={orders} balance={balance} won={won} />
        ) : (
          <div className={styles.waiting}>
            {revealed && t("play.result.counting")}
            <Skeleton width="100%" height={44} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Buttons: close or next result, and verify the draw. */
function ResultActions({
  waiting,
  onClose,
  onVerify,
}: {
  waiting: number;
  onClose: () => void;
  onVerify: () => void;
}) {
  const { t } = useI18n();
  return (
    <>
      <Button
        variant="outline"
        className={styles.verify}
        icon={<ShieldCheckIcon aria-hidden />}
        onClick={onVerify}
      >
        {t("play.verify")}
      </Button>
      <Button onClick={onClose}>
        {waiting > 0 ? t("play.result.next", { count: waiting }) : t("play.result.done")}
      </Button>
    </>
  );
}

interface SettledProps extends Pick<ResultDialogProps, "orders" | "balance"> {
  outcome: ReturnType<typeof periodOutcome>;
  won: boolean;
}

/** Outcome of the bets: total, each order, balance afterwards. */
function Settled({ outcome, orders, balance, won }: SettledProps) {
  const { t, money } = useI18n();
  return (
    <div className={styles.told}>
      <Headline outcome={outcome} />
      <ul className={styles.orders}>
        {orders
          .filter((order) => order.status !== "cancelled")
          .toSorted((a, b) => Number(wireMoney(b.payout) - wireMoney(a.payout)))
          .map((order) => (
            <OrderRow key={order.orderNo} order={order} celebrate={won} />
          ))}
      </ul>
      <p className={styles.balance}>
        {t(won ? "play.result.newBalance" : "play.balance")}
        <Figure size={14}>{balance === undefined ? "–" : money(balance)}</Figure>
      </p>
    </div>
  );
}

/** Family of the draw's game; numbers of a game unknown to this build are shown as digits. */
function familyIn({ gameCode }: DrawResult): Family {
  return findGame(gameCode)?.family ?? "five-digits";
}

/**
 * Runs `act` on a tap anywhere but on a button: `act` may move the button away under the finger, and the tap would be
 * lost.
 */
function useTapAnywhere(on: boolean, act: () => void): void {
  const tapped = useEffectEvent(act);
  useEffect(() => {
    if (!on) return undefined;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Element && target.closest("button") === null) tapped();
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [on]);
}

function Headline({ outcome }: { outcome: PeriodOutcome }) {
  const { t, money } = useI18n();
  const layout = resultLayout(outcome);
  const stake = money(outcome.stake);
  if (layout === "won") return <WonHeadline outcome={outcome} />;
  return (
    <div className={styles.headline}>
      <p className={styles.quietTitle}>{t(QUIET_TITLES[layout])}</p>
      <p className={styles.quietLine}>
        {t("play.result.stakeAndPayout", { stake, payout: money(outcome.payout) })}
        {outcome.refund > 0n && ` · ${t("play.result.refund", { refund: money(outcome.refund) })}`}
      </p>
    </div>
  );
}

const QUIET_TITLES = {
  belowStake: "play.result.belowStake",
  lost: "play.result.lost",
  refunded: "play.result.refunded",
} as const;

function WonHeadline({ outcome }: { outcome: PeriodOutcome }) {
  const { t, money } = useI18n();
  const counted: Money = useCountUp(outcome.payout);
  return (
    <div className={styles.headline}>
      <p className={styles.wonTitle}>
        {t("play.result.won")}
        <VisuallyHidden>{money(outcome.payout)}</VisuallyHidden>
      </p>
      <p className={styles.wonSum} aria-hidden>
        {money(counted, { signed: true })}
      </p>
      <p className={styles.wonLine}>
        {t("play.result.stake", { stake: money(outcome.stake) })}
        {outcome.refund > 0n && ` · ${t("play.result.refund", { refund: money(outcome.refund) })}`}
        {" · "}
        {t("play.result.net")} <b>{money(outcome.net, { signed: true })}</b>
      </p>
    </div>
  );
}

/** One order; a tap expands how its result was computed. */
function OrderRow({ order, celebrate }: { order: BetRecord; celebrate: boolean }) {
  const words = useI18n();
  const { t, money } = words;
  const id = useId();
  const [open, setOpen] = useState(false);
  const paid = wireMoney(order.payout);
  const gold = celebrate && paid > 0n;
  const detail = paid > 0n ? winSum(order, words) : t("play.bets", { count: order.betCount });
  const returned = wireMoney(order.refund) > 0n;
  return (
    <li className={styles.order}>
      <button
        type="button"
        className={styles.orderHead}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className={joinClasses(styles.mark, gold && styles.goldMark)} aria-hidden>
          {paid > 0n ? <CheckIcon size={16} /> : <MinusIcon size={16} />}
        </span>
        <span className={styles.orderWords}>
          <span className={styles.orderName}>{recordName(order)}</span>
          <span className={styles.orderDetail}>
            {detail}
            {returned && ` · ${t("play.result.refund", { refund: money(order.refund) })}`}
          </span>
        </span>
        <span className={styles.orderSums}>
          <Figure size={14} tone={gold ? "gold" : paid > 0n || returned ? "text" : "quiet"}>
            {paid === 0n && returned ? money(order.refund) : money(paid, { signed: true })}
          </Figure>
          <span className={styles.orderDetail}>
            {t("play.result.ofStake", { stake: money(order.total) })}
          </span>
        </span>
        <ChevronDownIcon size={16} className={styles.chevron} aria-hidden />
        <VisuallyHidden>{t("play.explain.details")}</VisuallyHidden>
      </button>
      {open && (
        <div id={id} className={styles.why}>
          <LateShield bet={ownBetOf(order)} />
          <OrderWhy order={order} withoutDraw />
        </div>
      )}
    </li>
  );
}
