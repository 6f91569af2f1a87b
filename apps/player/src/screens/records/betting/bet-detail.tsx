import { ApiError, AttemptKey } from "@lotus/client";
import { type BetRecord, CALLS, type CallData } from "@lotus/contract";
import { parseOdds } from "@lotus/money";
import {
  Button,
  ConfirmDialog,
  Figure,
  joinClasses,
  Pill,
  RepeatIcon,
  Sheet,
  ShieldCheckIcon,
  useLastShown,
} from "@lotus/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, use, useState, useTransition } from "react";
import { recordName } from "../../../features/bet-result/bet-words.ts";
import { CopyOnHold } from "../../../components/clipboard/copy-on-hold.tsx";
import { CopyValue } from "../../../components/clipboard/copy-value.tsx";
import { ownBetOf } from "../../../features/fairness/own-bet-of.ts";
import { OwnBetsContext } from "../../../features/fairness/use-shield.ts";
import { OrderWhy } from "../../../features/explain/order-why.tsx";
import type { LobbyGame } from "../../../features/lobby-games/use-games.ts";
import { oddsText } from "../../../features/slip/odds-text.ts";
import { spread } from "../../../features/slip/slip-figures.ts";
import { sendKept } from "../../../features/outcomes/send-kept.ts";
import { wireMoney } from "../../../api/wire-money.ts";
import { balanceOfReply } from "../../../session/user-info.ts";
import { navigation } from "../../../shell/navigation.ts";
import { api } from "../../../session/api.ts";
import { word } from "../../../i18n/i18n.ts";
import { notifyError, notifySuccess } from "../../../shell/notify.ts";
import { href } from "../../../shell/routes.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { BetCheck } from "./bet-check.tsx";
import { BetIcon, ifWonOdds, paysText } from "./bet-days.tsx";
import styles from "./betting.module.css";
import { isGain, isOpen, shownStatus } from "./status.ts";

interface BetDetailProps {
  /** Undefined closes the sheet. */
  order: BetRecord | undefined;
  games: readonly LobbyGame[];
  /** A result led here: a bet that did not win is not offered again. */
  afterResult?: boolean;
  onClose: () => void;
}

/** One bet: its selection, the draw, how the payout was computed; an open bet can be cancelled. */
export function BetDetail({ order, ...props }: BetDetailProps) {
  const shown = useLastShown(order);
  if (shown === undefined) return null;
  return <DetailSheet {...props} open={order !== undefined} order={shown} />;
}

interface DetailSheetProps extends BetDetailProps {
  open: boolean;
  order: BetRecord;
}

function DetailSheet({ open, order, games, afterResult = false, onClose }: DetailSheetProps) {
  const { t } = useI18n();
  const mayOffer = !afterResult || isOpen(order) || isGain(order);
  const game = games.find((each) => each.gameCode === order.gameCode);
  const { word, tone } = shownStatus(order);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t("play.detail.title")}
      closeLabel={t("play.close")}
      footer={
        <div className={styles.actions}>
          <Button
            variant="outline"
            icon={<ShieldCheckIcon aria-hidden />}
            onClick={() =>
              void navigation.push(href("verify", { code: order.gameCode, prize: order.prizeNo }))
            }
          >
            {t("play.verify")}
          </Button>
          {game?.on === true && mayOffer && <BetAgain order={order} />}
          {isOpen(order) && <CancelBet order={order} />}
        </div>
      }
    >
      <div className={styles.what}>
        <BetIcon game={game} />
        <span className={styles.whatWords}>
          <b>{`${game?.name ?? order.gameCode} · ${recordName(order)}`}</b>
          <span>{t("play.draw.period", { no: order.prizeNo })}</span>
        </span>
        <Pill tone={tone}>{t(word)}</Pill>
      </div>
      <Paid order={order} />
      <BetCheck key={order.orderNo} order={order} />
      <div className={styles.explained}>
        <OrderWhy order={order} />
      </div>
      <Facts order={order} />
    </Sheet>
  );
}

/** The payout, on a warm background if it is a gain; renders nothing for a bet without one. */
function Paid({ order }: { order: BetRecord }) {
  const { t, money } = useI18n();
  const payout = wireMoney(order.payout);
  if (payout === 0n) return null;
  const net = payout + wireMoney(order.refund) - wireMoney(order.total);
  return (
    <dl className={joinClasses(styles.paid, !isGain(order) && styles.paidLess)}>
      <div>
        <dt>{t("play.records.payout")}</dt>
        <dd>
          <Figure size={20} tone={isGain(order) ? "gold" : "text"}>
            {money(payout, { signed: true })}
          </Figure>
        </dd>
      </div>
      <div>
        <dt>{t("play.records.net")}</dt>
        <dd>
          <Figure size={20}>{money(net, { signed: true })}</Figure>
        </dd>
      </div>
    </dl>
  );
}

function Facts({ order }: { order: BetRecord }) {
  const words = useI18n();
  const { t, money, number, date, time } = words;
  const odds = spread(order.tiers.flatMap((tier) => (parseOdds(tier.odds).ok ? [oddsValue(tier.odds)] : [])));
  return (
    <dl className={styles.facts}>
      <Fact name={t("play.detail.bets")}>
        {`${number(order.betCount)} × ${money(order.betAmount)} = `}
        <b>{money(order.total)}</b>
      </Fact>
      {odds !== null && <Fact name={t("play.detail.odds")}>{oddsText(odds, words)}</Fact>}
      {order.ifWon !== undefined && (
        <>
          <Fact name={t("play.detail.odds")}>{ifWonOdds(order.ifWon.odds, words)}</Fact>
          <Fact name={t("records.ifWonFact")}>
            <b>{paysText(order.ifWon.pays, words)}</b>
          </Fact>
        </>
      )}
      {order.chaseNo !== undefined && <ChaseFact chaseNo={order.chaseNo} />}
      <Fact name={t("play.detail.betTime")}>{`${time(order.betTime)} ${date(order.betTime)}`}</Fact>
      {order.winningNumbers !== undefined && order.drawAt !== undefined && (
        <Fact name={t("play.detail.drawAt")}>{`${time(order.drawAt)} ${date(order.drawAt)}`}</Fact>
      )}
      <Fact name={t("play.detail.orderNo")}>
        <span className={styles.orderNo}>
          <CopyOnHold value={order.orderNo}>{order.orderNo}</CopyOnHold>
        </span>
        <CopyValue label={t("play.detail.copy")} value={order.orderNo} />
      </Fact>
    </dl>
  );
}

/** The chase that placed the bet, and the way there. */
function ChaseFact({ chaseNo }: { chaseNo: string }) {
  const { t } = useI18n();
  return (
    <Fact name={t("records.chase")}>
      <Button
        size="s"
        variant="tint"
        icon={<RepeatIcon size={16} aria-hidden />}
        onClick={() => void navigation.push(href("chaseRecords", { no: chaseNo }))}
      >
        {t("records.chaseOpen")}
      </Button>
    </Fact>
  );
}

function oddsValue(text: string): bigint {
  const read = parseOdds(text);
  return read.ok ? read.value : 0n;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Leads to the game, with these picks on the slip. */
function BetAgain({ order }: { order: BetRecord }) {
  const { t } = useI18n();
  const [isGoing, go] = useTransition();
  return (
    <Button variant="tint" busy={isGoing} onClick={() => go(() => betAgain(order))}>
      {t("play.detail.again")}
    </Button>
  );
}

/** The whole slip that the order belongs to. */
async function betAgain({ orderNo }: BetRecord): Promise<void> {
  try {
    const [slips, { goToSlip }] = await Promise.all([
      api.call(CALLS.recentSlips, { query: { orderNo } }),
      // The game's page loads it anyway, the records do not need it.
      import("../../../features/my-slips/offer-slip.ts"),
    ]);
    const [slip] = slips.list;
    if (slip !== undefined) await goToSlip(slip);
  } catch (error) {
    // What the server refuses was said already, and so was that it cannot be reached.
    if (!(error instanceof ApiError)) notifyError(word("app.state.loadFailed.title"));
  }
}

type Cancelled = CallData<typeof CALLS.cancel>;

/**
 * Asks for confirmation, then cancels; the idempotency key is reused until the outcome is known, so that a retry cancels
 * once.
 */
function CancelBet({ order }: { order: BetRecord }) {
  const { t, money } = useI18n();
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const [attempt] = useState(() => new AttemptKey());
  const ownBets = use(OwnBetsContext);
  const cancel = useMutation({
    mutationFn: async (): Promise<Cancelled> => {
      const { orderNo } = order;
      // A cancellation that this device did not ask for is forged: it must know before the server does.
      await ownBets.askToCancel(ownBetOf(order));
      return sendKept("cancel", { params: { orderNo } }, { of: orderNo, attempt });
    },
    onMutate: balanceOfReply,
    onSuccess: ({ balance, refund }, _asked, showBalance) => {
      showBalance(balance);
      notifySuccess(t("play.detail.cancelled", { refund: money(refund) }));
    },
    onSettled: () => {
      setAsking(false);
      void client.invalidateQueries({ queryKey: ["bets"] });
    },
  });
  return (
    <>
      <Button variant="tint" onClick={() => setAsking(true)}>
        {t("play.detail.cancel")}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t("play.detail.cancelAsk")}
        confirmLabel={t("play.detail.cancel")}
        cancelLabel={t("play.detail.keep")}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onCancel={() => setAsking(false)}
      >
        {t("play.detail.cancelWords", { total: money(order.total) })}
      </ConfirmDialog>
    </>
  );
}
