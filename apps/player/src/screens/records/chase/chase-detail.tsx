import type { ChaseRecord, ChaseStep } from "@lotus/contract";
import {
  Button,
  Figure,
  joinClasses,
  Pill,
  Progress,
  Sheet,
  Skeleton,
  SkeletonGroup,
  useLastShown,
} from "@lotus/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { wireMoney } from "../../../api/wire-money.ts";
import { FailedState } from "../../../components/failed-state.tsx";
import { recordName } from "../../../features/bet-result/bet-words.ts";
import { chaseDetailQuery } from "../../../features/chase/chase-queries.ts";
import { shortNo } from "../../../features/draw/draw-phase.ts";
import { TileIcon } from "../../../features/lobby-games/tile-icon.tsx";
import type { LobbyGame } from "../../../features/lobby-games/use-games.ts";
import { RecordEnd } from "../../../features/record-list/record-end.tsx";
import { RecordFacts, type RecordFact } from "../../../features/record-list/record-facts.tsx";
import { navigation } from "../../../shell/navigation.ts";
import { href } from "../../../shell/routes.ts";
import { useI18n, type I18n } from "../../../i18n/use-i18n.tsx";
import { ChaseAsks } from "./chase-asks.tsx";
import styles from "./chase-records.module.css";
import { endWords, linesName, STATE_TONES, STATE_WORDS, stepWords } from "./chase-words.ts";
import { EndChase } from "./end-chase.tsx";

interface ChaseDetailProps {
  /** Undefined closes the sheet. */
  chaseNo: string | undefined;
  games: readonly LobbyGame[];
  onClose: () => void;
}

/** One chase: how far it has come, what it asks, its sums, and every planned period with what became of it. */
export function ChaseDetail({ chaseNo, games, onClose }: ChaseDetailProps) {
  const { t } = useI18n();
  const shown = useLastShown(chaseNo);
  const pages = useInfiniteQuery({ ...chaseDetailQuery(shown ?? ""), enabled: shown !== undefined });
  const [ending, setEnding] = useState(false);
  const detail = pages.data?.pages[0];
  const chase = detail?.chase;
  const goesOn = chase !== undefined && chase.state !== "ended";
  return (
    <>
      <Sheet
        open={chaseNo !== undefined}
        onClose={onClose}
        title={t("chase.title")}
        closeLabel={t("play.close")}
        footer={
          goesOn && chase.state === "running" ? (
            <Button variant="outline" block onClick={() => setEnding(true)}>
              {t("chase.end")}
            </Button>
          ) : undefined
        }
      >
        {pages.isPending && <Loading />}
        {pages.isError && detail === undefined && (
          <FailedState error={pages.error} onRetry={() => void pages.refetch()} />
        )}
        {detail !== undefined && (
          <div className={styles.detail}>
            <Head chase={detail.chase} game={games.find((game) => game.gameCode === detail.chase.gameCode)} />
            {detail.chase.state === "asking" && <ChaseAsks detail={detail} onEnd={() => setEnding(true)} />}
            <Facts chase={detail.chase} />
            <Steps
              gameCode={detail.chase.gameCode}
              steps={pages.data?.pages.flatMap((page) => page.steps) ?? []}
            />
            <RecordEnd
              more={pages.hasNextPage}
              busy={pages.isFetchingNextPage}
              failed={pages.isFetchNextPageError}
              onMore={() => void pages.fetchNextPage()}
            />
          </div>
        )}
      </Sheet>
      {goesOn && <EndChase chase={chase} open={ending} onClose={() => setEnding(false)} />}
    </>
  );
}

function Loading() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.loading}>
      <Skeleton height={52} radius={12} />
      <Skeleton height={160} radius={12} />
      <Skeleton height={240} radius={12} />
    </SkeletonGroup>
  );
}

function Head({ chase, game }: { chase: ChaseRecord; game: LobbyGame | undefined }) {
  const words = useI18n();
  const { t, number } = words;
  const { state, placed, missed, periods } = chase;
  const why = endWords(chase, words);
  return (
    <div className={styles.head}>
      <div className={styles.what}>
        {game === undefined ? <span className={styles.noIcon} /> : <TileIcon game={game} size={40} />}
        <span>
          <b>{`${game?.name ?? chase.gameCode} · ${linesName(chase, words)}`}</b>
          <span>{t("chase.row", { done: number(placed + missed), all: number(periods) })}</span>
        </span>
        <Pill tone={STATE_TONES[state]}>{t(STATE_WORDS[state])}</Pill>
      </div>
      <Progress value={(placed + missed) / periods} />
      {why !== null && <p className={styles.why}>{why}</p>}
    </div>
  );
}

function Facts({ chase }: { chase: ChaseRecord }) {
  const words = useI18n();
  return <RecordFacts facts={factsOf(chase, words)} />;
}

function factsOf(chase: ChaseRecord, words: I18n): readonly RecordFact[] {
  const { t, money, number, date, time } = words;
  const { total, staked, payout, refund, held, lines } = chase;
  const net = wireMoney(payout) + wireMoney(refund) - wireMoney(staked);
  const back = wireMoney(total) - wireMoney(staked) - wireMoney(held);
  return [
    { name: t("chase.fact.total"), value: <Figure size={16}>{money(total)}</Figure> },
    { name: t("chase.fact.staked"), value: <Figure size={16}>{money(staked)}</Figure> },
    { name: t("chase.fact.payout"), value: <Figure size={16}>{money(payout)}</Figure> },
    ...(wireMoney(refund) === 0n
      ? []
      : [{ name: t("chase.fact.refund"), value: <Figure size={16}>{money(refund)}</Figure> }]),
    { name: t("chase.fact.net"), value: <Figure size={16}>{money(net, { signed: true })}</Figure> },
    { name: t("chase.fact.held"), value: <Figure size={16}>{money(held)}</Figure> },
    ...(back === 0n ? [] : [{ name: t("chase.fact.back"), value: <Figure size={16}>{money(back)}</Figure> }]),
    { name: t("chase.fact.stops"), value: stopsText(chase, words) },
    ...lines.map((line) => ({
      name: recordName(line),
      value: `${line.betNumbers} · ${number(line.betCount)} × ${money(line.amount)}`,
    })),
    { name: t("chase.fact.began"), value: `${time(chase.time)} ${date(chase.time)}` },
    {
      name: t("chase.fact.no"),
      value: chase.chaseNo,
      copy: { label: t("chase.fact.copy"), text: chase.chaseNo },
    },
  ];
}

function stopsText({ stopOnWin, stopProfit, stopLoss }: ChaseRecord, { t, money }: I18n): string {
  const stops = [
    ...(stopOnWin ? [t("chase.stops.win")] : []),
    ...(stopLoss === undefined ? [] : [t("chase.stops.loss", { amount: money(stopLoss) })]),
    ...(stopProfit === undefined ? [] : [t("chase.stops.profit", { amount: money(stopProfit) })]),
  ];
  return stops.length === 0 ? t("chase.stops.none") : stops.join(" · ");
}

function Steps({ gameCode, steps }: { gameCode: string; steps: readonly ChaseStep[] }) {
  const { t } = useI18n();
  return (
    <section aria-label={t("chase.plan")}>
      <h3 className={styles.title}>{t("chase.plan")}</h3>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.place}>
            <Step gameCode={gameCode} step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A planned period; one with a bet leads to it. */
function Step({ gameCode, step }: { gameCode: string; step: ChaseStep }) {
  const words = useI18n();
  const { t, money, number } = words;
  const { text, tone, why } = stepWords(step, words);
  const [order] = step.orderNos ?? [];
  const back = wireMoney(step.payout ?? "0.00") + wireMoney(step.refund ?? "0.00");
  const body = (
    <>
      <span className={styles.place}>{number(step.place)}</span>
      <span className={styles.period}>
        <b>{t("play.draw.period", { no: shortNo(step.prizeNo) })}</b>
        {why !== undefined && <span>{why}</span>}
      </span>
      <span className={styles.stake}>
        <b>{money(step.stake)}</b>
        {back > 0n && <span>{money(back, { signed: true })}</span>}
      </span>
      <Pill tone={tone}>{text}</Pill>
    </>
  );
  if (order === undefined) return <div className={styles.step}>{body}</div>;
  return (
    <button
      type="button"
      className={joinClasses(styles.step, styles.placed)}
      onClick={() => void navigation.push(href("bettingRecords", { code: gameCode, order }))}
    >
      {body}
    </button>
  );
}
