import type { RuleTree } from "@lotus/contract";
import type { Family } from "@lotus/games";
import { Button, dockedSheet, Figure, ListRow, SheetShell } from "@lotus/ui";
import type { ReactNode } from "react";
import { wireMoney } from "../../api/wire-money.ts";
import { LateRunningChases } from "../../features/chase/late-chase.tsx";
import { recordName } from "../../features/bet-result/bet-words.ts";
import { shortNo } from "../../features/draw/draw-phase.ts";
import { closedWords } from "../../features/slip/closed-words.ts";
import { SlipSheet } from "../../features/slip/slip-sheet.tsx";
import type { SlipSheetProps } from "../../features/slip/slip-sheet-props.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { DraftBar } from "./draft-bar.tsx";
import styles from "./side-pane.module.css";
import game from "./game.module.css";
import { LatestDraws } from "./latest-draws.tsx";
import type { OpenPeriod } from "./use-my-bets.ts";

export interface SidePaneProps extends SlipSheetProps {
  tree: RuleTree;
  family: Family;
  periods: readonly OpenPeriod[];
  /** The last result of the player's bets. */
  strip: ReactNode;
}

/** Beside the board where there is room: the slip, the running bets and the latest results. */
export function SidePane({ tree, family, periods, strip, ...props }: SidePaneProps) {
  const words = useI18n();
  const { t } = words;
  const { slip, store, tools } = props;
  const draft = slip.closed === null && <DraftBar tree={tree} store={store} bounds={slip.bounds} />;
  const more = (
    <>
      {strip}
      {/* Chases are of money: practice has none. */}
      {props.onChase !== undefined && <LateRunningChases code={tree.gameCode} />}
      <RunningBets code={tree.gameCode} periods={periods} />
      <LatestDraws code={tree.gameCode} family={family} />
    </>
  );
  return (
    <aside className={game.side} aria-label={t("wide.beside")}>
      {slip.isOpen ? (
        <SheetShell value={dockedSheet}>
          <SlipSheet
            {...props}
            afterLines={draft}
            // Between its lines and its button, which thus never leaves the window.
            tools={
              <>
                {tools}
                <div className={styles.more}>{more}</div>
              </>
            }
          />
        </SheetShell>
      ) : (
        <>
          <section className={styles.empty} aria-label={t("play.slip.title")}>
            <h2 className={styles.title}>{t("play.slip.title")}</h2>
            <p className={styles.words}>
              {slip.closed === null ? t("play.slip.empty") : closedWords(slip.closed, words)}
            </p>
            {draft}
          </section>
          {more}
        </>
      )}
    </aside>
  );
}

/** The player's bets that wait for their draw. */
function RunningBets({ code, periods }: { code: string; periods: readonly OpenPeriod[] }) {
  const { t, money } = useI18n();
  if (periods.length === 0) return null;
  const toRecords = () => void navigation.push(href("bettingRecords", { code }));
  return (
    <section className={styles.part} aria-labelledby="pane-bets">
      <header className={styles.head}>
        <h2 id="pane-bets" className={styles.title}>
          {t("wide.running")}
        </h2>
        <Button variant="ghost" size="s" onClick={toRecords}>
          {t("play.game.myBets")}
        </Button>
      </header>
      {periods.map(({ prizeNo, orders }) => (
        <div key={prizeNo}>
          {orders.map((order) => (
            <ListRow
              key={order.orderNo}
              title={recordName(order)}
              detail={t("play.draw.period", { no: shortNo(prizeNo) })}
              value={<Figure size={14}>{money(wireMoney(order.total))}</Figure>}
              chevron={false}
              onClick={toRecords}
            />
          ))}
        </div>
      ))}
    </section>
  );
}
