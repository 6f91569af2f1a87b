import { ApiError } from "@lotus/client";
import { CALLS, type CurrentPeriod, type DrawResult, type RuleTree } from "@lotus/contract";
import { DEFAULT_LIMITS } from "@lotus/games";
import { parseMoney } from "@lotus/money";
import { NavBarExtra, Strip, WifiOffIcon } from "@lotus/ui";
import { useQueryClient } from "@tanstack/react-query";
import { use, useEffect, useLayoutEffect, useState } from "react";
import { useStore } from "zustand";
import { useLiveState } from "../../live/live-events.ts";
import { useServerClock } from "../../api/server-clock.ts";
import { periodOutcome, resultLayout } from "../../features/bet-result/outcome.ts";
import type { PeriodResult } from "../../features/bet-result/period-result.ts";
import { ResultDialog } from "../../features/bet-result/result-dialog.tsx";
import { giveCue } from "../../components/cue.ts";
import { LateRunningChases, useChasePlan } from "../../features/chase/late-chase.tsx";
import { DrawPanel } from "../../features/draw/draw-panel.tsx";
import { shortNo } from "../../features/draw/draw-phase.ts";
import { LastTen } from "../../features/draw/last-ten.tsx";
import { RaceStage } from "../../features/draw/race-stage.tsx";
import { OwnBetsContext } from "../../features/fairness/use-shield.ts";
import { gamesQuery, ruleQuery } from "../../features/game-data/queries.ts";
import { racerOf } from "../../artwork/racer-of.ts";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { SlipTools } from "../../features/my-slips/slip-tools.tsx";
import { useLater } from "../../features/my-slips/use-later.ts";
import { type GameStore, isUntouched } from "../../features/slip/game-store.ts";
import { OfferedSlip } from "../../features/slip/offered-slip.tsx";
import { LatePlayLine } from "../../features/protection/late-play-line.tsx";
import { playLimitsQuery } from "../../features/protection/play-limits.ts";
import { SlipBar } from "../../features/slip/slip-bar.tsx";
import { SlipSheet } from "../../features/slip/slip-sheet.tsx";
import { placedLine, type SendOrder } from "../../features/slip/place-slip.ts";
import { nextOf, SHOWN_ON_SLIP, useSlip } from "../../features/slip/use-slip.ts";
import { whileSending } from "../../features/outcomes/while-sending.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { api } from "../../session/api.ts";
import { awaitResult, resultKey } from "../../session/result-news.ts";
import { balanceOfReply, useBalance } from "../../session/user-info.ts";
import { navigation } from "../../shell/navigation.ts";
import { notify, notifySuccess } from "../../shell/notify.ts";
import { href } from "../../shell/routes.ts";
import { LateOneTapButton, LateUndoStrip, useOneTapMost } from "../../features/one-tap/late-one-tap.tsx";
import type { TakenByOneTap } from "../../features/one-tap/undo-strip.tsx";
import { usePanes } from "../../shell/window-layout.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { BoardArea } from "./board-area.tsx";
import { ClosedStrip, useClosedGame, useSaleOver } from "./closed-game.tsx";
import { asFamily, gameName } from "./game-names.ts";
import { GameHeader } from "./game-header.tsx";
import styles from "./game.module.css";
import { LateSidePane } from "./late-side-pane.tsx";
import { OpenBets } from "./open-bets.tsx";
import { ResultStrip, useResultCue } from "./result-strip.tsx";
import { useDraws } from "./use-draws.ts";
import { useMyBets } from "./use-my-bets.ts";

interface GamePageProps {
  /** Undefined until the lobby is loaded; the page renders without it. */
  game: LobbyGame | undefined;
  games: readonly LobbyGame[];
  tree: RuleTree;
  store: GameStore;
}

const verify = (code: string, prize: string) => void navigation.push(href("verify", { code, prize }));
const recharge = () => void navigation.push(href("recharge"));

/** One game from header to slip. */
// The page of a game: the state its parts share, and the parts in order.
// oxlint-disable-next-line max-lines-per-function
export function GamePage({ game, games, tree, store }: GamePageProps) {
  const { t, money } = useI18n();
  // The store has no subscribers yet: setting its rules before the first render avoids a second one.
  useState(() => {
    if (store.getState().gameRules.length === 0) store.getState().enter(tree.rules);
  });
  const { gameCode: code } = tree;
  const family = asFamily(tree.family);
  const now = useServerClock();
  const offline = useLiveState() === "offline";
  const balance = useBalance().data;
  const bets = useMyBets(code, () => isUntouched(store.getState()));
  const result = bets.results.result;
  const draws = useDraws({ gameCode: code, family }, now, bets.onDraw);
  const ownBets = use(OwnBetsContext);
  const panes = usePanes();
  const oneTapMost = useOneTapMost();
  const [placedByOneTap, setPlacedByOneTap] = useState<TakenByOneTap | null>(null);
  const slip = useSlip({
    store,
    tree,
    current: draws.current,
    now,
    balance: balanceOf(balance),
    bounds: useAppConfig().bets ?? DEFAULT_LIMITS,
    ...useSlipCalls(code),
    refreshCurrent: draws.refreshCurrent,
    docked: panes,
    onPlaced: (placed, attempt, atOnce) => {
      const { prizeNo } = attempt;
      const drawAt = draws.current?.prizeNo === prizeNo ? draws.current.drawAt : undefined;
      awaitResult(resultKey(code, prizeNo));
      for (const [at, { orderNo, receipt }] of placed.orders.entries())
        ownBets.keep(
          { orderNo, gameCode: code, periodNo: prizeNo, placed: placedLine(attempt, at), drawAt },
          receipt,
        );
      bets.placed(placed.balance);
      giveCue("placed");
      setPlacedByOneTap(atOnce === null ? null : { ...atOnce, slip: placed, at: now() });
      if (atOnce === null)
        notifySuccess(t("play.slip.placed", { count: placed.orders.length, total: money(placed.total) }));
    },
  });
  useEffect(() => store.getState().enter(tree.rules), [store, tree]);
  const closed = useClosedGame(game, draws.current, now);
  const isBetween = useSaleOver(draws.current, now);
  useLayoutEffect(() => {
    store.getState().setClosed(closed);
    return () => store.getState().setClosed(null);
  }, [store, closed]);
  const chase = useChasePlan({ store, now, balance, onRecharge: recharge });
  const offer = useStore(store, (state) => state.offer);
  const isRefused = offer !== null && closed !== null;
  useEffect(() => {
    if (!isRefused) return;
    store.getState().setOffer(null);
    notify(t("play.game.closed"));
  }, [isRefused, store, t]);
  const mine = useLater(() => import("../../features/my-slips/my-slips.tsx").then((part) => part.MySlips));
  const nameOf = (each: string) =>
    gameName(
      each,
      games.find((known) => known.gameCode === each),
    );
  const hasStrip = !bets.results.inWindow;
  useResultCue(bets.results, hasStrip);
  const strip = hasStrip && <ResultStrip results={bets.results} code={code} nameOf={nameOf} />;
  const tools = <SlipTools gameCode={code} store={store} slip={slip} />;
  // At the bottom: it comes and goes, and the board must not move.
  const unreachable = offline && (
    <Strip icon={<WifiOffIcon size={20} aria-hidden />}>{t("play.game.offline")}</Strip>
  );
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <div className={styles.top}>
          {/* The line of play below has it, where there is room. */}
          <NavBarExtra value={null}>
            <GameHeader
              code={code}
              game={game}
              games={games}
              tree={tree}
              store={store}
              balance={balance}
              onRecharge={recharge}
              onMySlips={mine.open}
              onVerify={() => {
                if (draws.told) verify(code, draws.told.prizeNo);
              }}
            />
          </NavBarExtra>
          {/* The pane at the side has them. */}
          <LastTen gameCode={code} family={family} last={draws.told} off={panes} beside={<LatePlayLine />}>
            <DrawPanel
              family={family}
              current={draws.current}
              last={draws.last}
              reveal={draws.reveal}
              now={now}
              offline={offline}
              onLast={(last) => verify(code, last.prizeNo)}
            />
          </LastTen>
        </div>
        {family === "racing" && <RaceStage racer={racerOf(code)} last={draws.last} reveal={draws.reveal} />}
        {closed !== null && (
          <ClosedStrip closed={closed} of={{ gameCode: code, family }} games={games} now={now} />
        )}
        <BoardArea tree={tree} store={store} storage={localStorage} isBetween={isBetween} />
        {panes && unreachable && <div className={styles.bottom}>{unreachable}</div>}
        {!panes && (
          <div className={styles.bottom}>
            {unreachable}
            {strip}
            <LateRunningChases code={code} />
            <OpenBets code={code} periods={bets.open} />
            {placedByOneTap !== null && (
              <LateUndoStrip
                key={placedByOneTap.attempt.idempotencyKey}
                placed={placedByOneTap}
                store={store}
                now={now}
                onGone={() => setPlacedByOneTap(null)}
              />
            )}
            <SlipBar
              store={store}
              tree={tree}
              figures={slip.figures}
              bounds={slip.bounds}
              unanswered={slip.unanswered}
              nextNo={isBetween ? nextNo(code, draws.current) : undefined}
              opening={slip.opening}
              onOpen={slip.open}
              {...(oneTapMost !== null && {
                betButton: (usual) => (
                  <LateOneTapButton
                    store={store}
                    tree={tree}
                    slip={slip}
                    current={draws.current}
                    now={now}
                    balance={balanceOf(balance)}
                    most={oneTapMost}
                    usual={usual}
                  />
                ),
              })}
              // Beside a result that is no win, nothing suggests to bet the same again.
              onMySlips={isNoWin(result) ? null : mine.open}
            />
          </div>
        )}
      </div>
      {panes ? (
        <LateSidePane
          slip={slip}
          store={store}
          tree={tree}
          now={now}
          balance={balance}
          onRecharge={recharge}
          onChase={chase.onChase}
          family={family}
          periods={bets.open}
          strip={strip}
          tools={tools}
        />
      ) : (
        <SlipSheet
          slip={slip}
          store={store}
          now={now}
          balance={balance}
          onRecharge={recharge}
          onChase={chase.onChase}
          tools={tools}
        />
      )}
      {chase.sheet}
      {offer !== null && draws.current !== undefined && closed === null && (
        <OfferedSlip offer={offer} store={store} tree={tree} current={draws.current} slip={slip} />
      )}
      {mine.Part !== null && <mine.Part open={mine.isOpen} onClose={mine.close} here={{ tree, store }} />}
      {result !== null && bets.results.inWindow && (
        <ResultDialog
          key={`${result.draw.gameCode} ${result.draw.prizeNo}`}
          // A result must not cover an open slip; it is shown once the slip is closed.
          open={(slip.docked || !slip.isOpen) && !mine.isOpen}
          gameName={nameOf(result.draw.gameCode)}
          racer={racerOf(result.draw.gameCode)}
          result={result.draw}
          first={isDrawn(result, draws.told) ? "stands" : "opens"}
          orders={result.orders}
          balance={balance}
          waiting={bets.results.waiting}
          onClose={bets.results.putAway}
          onVerify={() => {
            bets.results.putAway();
            verify(result.draw.gameCode, result.draw.prizeNo);
          }}
        />
      )}
    </div>
  );
}

function nextNo(code: string, current: CurrentPeriod | undefined): string | undefined {
  const next = current === undefined ? null : nextOf(code, current, undefined);
  return next === null ? undefined : shortNo(next.prizeNo);
}

/** Whether a result is that of a draw. */
function isDrawn({ draw }: PeriodResult, told: DrawResult | null | undefined): boolean {
  return draw.gameCode === told?.gameCode && draw.prizeNo === told.prizeNo;
}

/** Whether a result is shown, or waited for, that nothing was won with. */
function isNoWin(result: PeriodResult | null): boolean {
  return result !== null && resultLayout(periodOutcome(result.orders)) !== "won";
}

function balanceOf(balance: string | undefined) {
  const read = balance === undefined ? undefined : parseMoney(balance);
  return read?.ok === true ? read.value : null;
}

/** The calls of the slip to the server. */
function useSlipCalls(gameCode: string) {
  const client = useQueryClient();
  const { locale } = useI18n();
  return {
    send: async (...[body, idempotencyKey, again]: Parameters<SendOrder>) => {
      const showBalance = balanceOfReply();
      const options = {
        idempotencyKey,
        again,
        settles: true,
        shownInPlace: SHOWN_ON_SLIP,
        hideErrors: true,
      };
      const placed = await whileSending(idempotencyKey, () =>
        api.call(CALLS.order, { params: { gameCode }, body }, options),
      ).catch((thrown: unknown) => {
        // The line of play shows the check that waits for its answer, or how long the pause lasts.
        if (thrown instanceof ApiError && thrown.codeName === "PAUSE_RUNNING") {
          void client.invalidateQueries({ queryKey: playLimitsQuery.queryKey });
        }
        if (thrown instanceof ApiError && thrown.codeName === "GAME_CLOSED") {
          void client.invalidateQueries({ queryKey: gamesQuery.queryKey });
        }
        throw thrown;
      });
      showBalance(placed.balance);
      return placed;
    },
    settle: async (key: string) => {
      const settled = await api.call(
        CALLS.settleOutcome,
        { body: { key } },
        { hideErrors: true, outcomeOf: key },
      );
      return settled.state === "done" && settled.call === "order" ? settled.data : null;
    },
    refreshRules: () => client.fetchQuery({ ...ruleQuery(gameCode, locale), staleTime: 0 }),
  };
}
