import type { BetRecord } from "@lotus/contract";
import { Card, Figure, ListRow, Pill, RepeatIcon } from "@lotus/ui";
import { recordName } from "../../../features/bet-result/bet-words.ts";
import { useCopy } from "../../../components/clipboard/use-copy.ts";
import { ownBetOf } from "../../../features/fairness/own-bet-of.ts";
import { BetShield } from "../../../features/fairness/shield.tsx";
import { shortNo } from "../../../features/draw/draw-phase.ts";
import { TileIcon } from "../../../features/lobby-games/tile-icon.tsx";
import type { LobbyGame } from "../../../features/lobby-games/use-games.ts";
import { wireMoney } from "../../../api/wire-money.ts";
import { type I18n, useI18n } from "../../../i18n/use-i18n.tsx";
import styles from "./betting.module.css";
import { isGain, isOpen, shownStatus } from "./status.ts";

interface BetDaysProps {
  orders: readonly BetRecord[];
  games: readonly LobbyGame[];
  /** Number of the bet that is shown beside the list. */
  shown: string | undefined;
  onShow: (order: BetRecord) => void;
}

/** Bets grouped by the day they were placed, newest first. */
export function BetDays({ orders, games, shown, onShow }: BetDaysProps) {
  const { locale } = useI18n();
  const dayFormat = new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
  });
  return [...Map.groupBy(orders, (order) => order.date)].map(([date, ofDay]) => (
    <section key={date} className={styles.day}>
      <h2 className={styles.date}>{dayFormat.format(ofDay[0]?.time)}</h2>
      <Card padding="none">
        {ofDay.map((order) => (
          <BetRow
            key={order.orderNo}
            order={order}
            games={games}
            current={order.orderNo === shown}
            onShow={onShow}
          />
        ))}
      </Card>
    </section>
  ));
}

interface BetRowProps extends Pick<BetDaysProps, "games" | "onShow"> {
  order: BetRecord;
  current: boolean;
}

function BetRow({ order, games, current, onShow }: BetRowProps) {
  const { t } = useI18n();
  const copy = useCopy();
  const game = games.find((each) => each.gameCode === order.gameCode);
  const { word, tone } = shownStatus(order);
  return (
    <ListRow
      icon={<BetIcon game={game} />}
      title={recordName(order)}
      detail={<BetWords order={order} game={game} />}
      value={<BetFigure order={order} />}
      status={<Pill tone={tone}>{t(word)}</Pill>}
      foot={<BetShield bet={ownBetOf(order)} />}
      chevron={false}
      current={current}
      onClick={() => onShow(order)}
      onHold={() => void copy(order.orderNo)}
    />
  );
}

/** What was picked, in short; game, period and stake; and what an open bet is paid if it wins. */
export function BetWords({ order, game }: { order: BetRecord; game: LobbyGame | undefined }) {
  const words = useI18n();
  const { t, money } = words;
  const line = t("play.records.line", {
    game: game?.name ?? order.gameCode,
    no: shortNo(order.prizeNo),
    stake: money(order.total),
  });
  const pays = order.ifWon === undefined ? "" : paysText(order.ifWon.pays, words);
  return (
    <>
      {order.picks !== undefined && <span className={styles.picks}>{shortened(order.picks)}</span>}
      <span className={styles.line}>{line}</span>
      {order.chaseNo !== undefined && (
        <span className={styles.chase}>
          <RepeatIcon size={14} aria-hidden /> {t("records.chaseBet")}
        </span>
      )}
      {pays !== "" && <span className={styles.line}>{t("records.ifWon", { pays })}</span>}
    </>
  );
}

/** Longest text of picks in a row; its details have all of them. */
const PICKS_MAX = 60;

/** A long text of picks up to the last whole one that fits. */
function shortened(picks: string): string {
  if (picks.length <= PICKS_MAX) return picks;
  const short = picks.slice(0, PICKS_MAX);
  return `${short.slice(0, Math.max(short.lastIndexOf(","), short.lastIndexOf(" ")))} …`;
}

/** What a bet is paid if it wins: "19.50", or "19.50–975.00" if that depends on how. */
export function paysText(
  { least, most }: NonNullable<BetRecord["ifWon"]>["pays"],
  { money }: Pick<I18n, "money">,
): string {
  return least === most ? money(most) : `${money(least)}–${money(most)}`;
}

/**
 * Result of a bet: its odds while it is open, a dash while it is settled; gold only for a gain; a returned stake is
 * neutral.
 */
export function BetFigure({ order }: { order: BetRecord }) {
  const words = useI18n();
  const { money } = words;
  if (isOpen(order) && order.ifWon !== undefined)
    return <Figure size={14}>{ifWonOdds(order.ifWon.odds, words)}</Figure>;
  const [payout, refund] = [wireMoney(order.payout), wireMoney(order.refund)];
  if (isOpen(order) || order.status === "drawn") return <Figure tone="quiet">—</Figure>;
  return (
    <Figure size={14} tone={isGain(order) ? "gold" : payout > 0n ? "text" : "quiet"}>
      {money(payout + refund, { signed: true })}
    </Figure>
  );
}

/** The odds of an open bet, "×9.75" or "×2.16–9.75". */
export function ifWonOdds(
  { least, most }: NonNullable<BetRecord["ifWon"]>["odds"],
  { odds }: Pick<I18n, "odds">,
): string {
  return least === most ? `×${odds(most)}` : `×${odds(least)}–${odds(most)}`;
}

/** Icon of a bet's game; an empty tile of the same size until the games are loaded. */
export function BetIcon({ game }: { game: LobbyGame | undefined }) {
  if (game === undefined) return <span className={styles.noIcon} />;
  return <TileIcon game={game} size={40} />;
}
