import type { CallBodyInput, CALLS, RuleTree } from "@lotus/contract";
import { Strip, WifiOffIcon } from "@lotus/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useStore } from "zustand";
import { useServerClock } from "../../api/server-clock.ts";
import { wireMoney } from "../../api/wire-money.ts";
import { racerOf } from "../../artwork/racer-of.ts";
import { giveCue } from "../../components/cue.ts";
import { shortNo } from "../../features/draw/draw-phase.ts";
import { DrawPanel } from "../../features/draw/draw-panel.tsx";
import { LastTen } from "../../features/draw/last-ten.tsx";
import { RaceStage } from "../../features/draw/race-stage.tsx";
import { ruleQuery } from "../../features/game-data/queries.ts";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { practiceDevice, type PracticeStore } from "../../features/practice/practice-account.ts";
import { placePoints } from "../../features/practice/place-points.ts";
import { settleDue } from "../../features/practice/settle-due.ts";
import type { GameStore } from "../../features/slip/game-store.ts";
import type { PlacedSlip } from "../../features/slip/place-slip.ts";
import { SlipBar } from "../../features/slip/slip-bar.tsx";
import type { SlipBounds } from "../../features/slip/slip-figures.ts";
import { SlipSheet } from "../../features/slip/slip-sheet.tsx";
import { useSlip } from "../../features/slip/use-slip.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useLiveState } from "../../live/live-events.ts";
import { navigation } from "../../shell/navigation.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { href } from "../../shell/routes.ts";
import { usePanes } from "../../shell/window-layout.ts";
import { BoardArea } from "./board-area.tsx";
import { ClosedStrip, useClosedGame } from "./closed-game.tsx";
import { asFamily, gameName } from "./game-names.ts";
import { LateSidePane } from "./late-side-pane.tsx";
import { useDraws } from "./use-draws.ts";
import { PracticeHeader } from "./practice-header.tsx";
import { PracticeRecords } from "./practice-records.tsx";
import { PracticeStrip } from "./practice-strip.tsx";
import styles from "./practice.module.css";
import type { OpenPeriod } from "./use-my-bets.ts";

interface PracticeBoardProps {
  game: LobbyGame | undefined;
  tree: RuleTree;
  store: GameStore;
  account: PracticeStore;
  bounds: SlipBounds;
}

type Order = CallBodyInput<(typeof CALLS)["order"]>;

/**
 * The board of a game for points. It has the parts of the game's page, and none that knows money: bets go into the
 * device's own account, and requests are those of the draws that anybody may read.
 */
// The page of practice: the state its parts share, and the parts in order.
// oxlint-disable-next-line max-lines-per-function
export function PracticeBoard({ game, tree, store, account, bounds }: PracticeBoardProps) {
  const { t, money, locale } = useI18n();
  const { gameCode: code } = tree;
  const family = asFamily(tree.family);
  const client = useQueryClient();
  const now = useServerClock();
  const offline = useLiveState() === "offline";
  const panes = usePanes();
  const [shown, setShown] = useState(false);
  const points = useStore(account, (state) => state.points);
  useState(() => {
    if (store.getState().gameRules.length === 0) store.getState().enter(tree.rules);
  });
  useEffect(() => store.getState().enter(tree.rules), [store, tree]);
  const settle = useEffectEvent((_last: string | undefined) => void settleDue(account, now()));
  const draws = useDraws({ gameCode: code, family }, now, () => undefined);
  // Points may be put on the period that opens next.
  const closed = useClosedGame(game, draws.current, now);
  const lastNo = draws.told?.prizeNo;
  // At each draw, and at the start: also what was drawn while the app was closed.
  useEffect(() => settle(lastNo), [lastNo]);
  const slip = useSlip({
    store,
    tree,
    current: draws.current,
    now,
    balance: wireMoney(points),
    bounds,
    send: async (body, key) => placed(body, key),
    settle: async () => null,
    refreshRules: () => client.fetchQuery({ ...ruleQuery(code, locale), staleTime: 0 }),
    refreshCurrent: draws.refreshCurrent,
    docked: panes,
    onPlaced: ({ total }) => {
      giveCue("placed");
      notifySuccess(t("practice.placed", { total: money(total) }));
    },
  });

  const placed = (body: Order, key: string): PlacedSlip =>
    placePoints(account, tree, {
      body,
      key,
      period: slip.seen?.prizeNo === body.prize_no ? slip.seen : draws.current,
      now: now(),
      closedWords: t("play.slip.periodClosed", { no: shortNo(body.prize_no) }),
    });

  const slipProps = {
    slip,
    store,
    now,
    balance: points,
    onRecharge: () => {
      slip.close();
      setShown(true);
    },
  };
  // At the bottom: it comes and goes, and the board must not move.
  const unreachable = offline && (
    <Strip icon={<WifiOffIcon size={20} aria-hidden />}>{t("play.game.offline")}</Strip>
  );
  const strip = <PracticeStrip account={account} gameCode={code} onOpen={() => setShown(true)} />;
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <div className={styles.top}>
          <PracticeHeader name={gameName(code, game)} points={points} onRecords={() => setShown(true)} />
          {/* The pane at the side has them. */}
          <LastTen gameCode={code} family={family} last={draws.told} off={panes}>
            <DrawPanel
              family={family}
              current={draws.current}
              last={draws.last}
              reveal={draws.reveal}
              now={now}
              offline={offline}
              onLast={({ prizeNo: prize }) => void navigation.push(href("verify", { code, prize }))}
            />
          </LastTen>
        </div>
        {family === "racing" && <RaceStage racer={racerOf(code)} last={draws.last} reveal={draws.reveal} />}
        {closed !== null && (
          <ClosedStrip closed={closed} of={{ gameCode: code, family }} games={NO_GAMES} now={now} />
        )}
        <BoardArea tree={tree} store={store} storage={practiceDevice} />
        {panes && unreachable && <div className={styles.bottom}>{unreachable}</div>}
        {!panes && (
          <div className={styles.bottom}>
            {unreachable}
            {strip}
            <SlipBar
              store={store}
              tree={tree}
              figures={slip.figures}
              bounds={slip.bounds}
              unanswered={slip.unanswered}
              opening={slip.opening}
              onOpen={slip.open}
            />
          </div>
        )}
      </div>
      {panes ? (
        <LateSidePane {...slipProps} tree={tree} family={family} periods={NONE} strip={strip} />
      ) : (
        <SlipSheet {...slipProps} />
      )}
      <PracticeRecords open={shown} account={account} onClose={() => setShown(false)} />
    </div>
  );
}

/** Running bets are of money; those of points have the strip. */
const NONE: readonly OpenPeriod[] = [];
const NO_GAMES: readonly LobbyGame[] = [];
