import type { BetRecord } from "@lotus/contract";
import { Button, Checkbox, ConfirmDialog, Sheet, Skeleton, SkeletonGroup } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { wireMoney } from "../../../api/wire-money.ts";
import { FailedState } from "../../../components/failed-state.tsx";
import { openBetsQuery } from "../../../features/game-data/queries.ts";
import type { LobbyGame } from "../../../features/lobby-games/use-games.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { OpenBetRow } from "./open-bet-row.tsx";
import styles from "./several.module.css";
import { outcomeSummary } from "./outcome-summary.ts";
import { useCancelMany } from "./use-cancel-many.ts";

interface SeveralSheetProps {
  open: boolean;
  games: readonly LobbyGame[];
  onClose: () => void;
}

/** The player's open bets, of which some are chosen and cancelled together; then what became of each. */
export function SeveralSheet({ open, games, onClose }: SeveralSheetProps) {
  const words = useI18n();
  const { t, money } = words;
  const bets = useQuery({ ...openBetsQuery, enabled: open });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const many = useCancelMany();
  const listed = many.sent ?? bets.data ?? [];
  // Bets that are no longer open are no longer listed.
  const picked = listed.filter(({ orderNo }) => chosen.has(orderNo));
  const sum = money(picked.reduce((total, order) => total + wireMoney(order.total), 0n));
  function close() {
    if (many.busy) return;
    onClose();
    setChosen(new Set());
    many.clear();
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t("records.several.title")}
      closeLabel={t("app.close")}
      footer={
        many.sent === null ? (
          <Ask count={picked.length} sum={sum} onConfirm={() => many.send(picked)} />
        ) : (
          <Button block busy={many.busy} onClick={close}>
            {t("app.close")}
          </Button>
        )
      }
    >
      {bets.isPending && <Loading />}
      {bets.isError && bets.data === undefined && (
        <FailedState error={bets.error} onRetry={() => void bets.refetch()} />
      )}
      {bets.data !== undefined && listed.length === 0 && (
        <p className={styles.none}>{t("records.several.none")}</p>
      )}
      {many.sent !== null && (
        <output className={styles.summary}>{outcomeSummary(many.outcomes, words)}</output>
      )}
      {many.sent === null && listed.length > 1 && (
        <div className={styles.all}>
          <Checkbox
            checked={picked.length === listed.length}
            onChange={({ target }) => setChosen(new Set(target.checked ? listed.map(numberOf) : []))}
          >
            {t("records.several.all")}
          </Checkbox>
        </div>
      )}
      <ul className={styles.list}>
        {listed.map((order) => (
          <OpenBetRow
            key={order.orderNo}
            order={order}
            game={games.find(({ gameCode }) => gameCode === order.gameCode)}
            outcome={many.outcomes.get(order.orderNo)}
            waits={many.sent !== null}
            checked={chosen.has(order.orderNo)}
            onCheck={(on) => setChosen(withOne(chosen, order.orderNo, on))}
          />
        ))}
      </ul>
    </Sheet>
  );
}

interface AskProps {
  count: number;
  /** Formatted for the locale. */
  sum: string;
  onConfirm: () => void;
}

/** The button that names how many bets and which sum, and the question before they are cancelled. */
function Ask({ count, sum, onConfirm }: AskProps) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button block disabled={count === 0} onClick={() => setAsking(true)}>
        {count === 0 ? t("records.several.submitEmpty") : t("records.several.submit", { count, sum })}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t("records.several.ask", { count })}
        confirmLabel={t("play.detail.cancel")}
        cancelLabel={t("play.detail.keep")}
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
        onCancel={() => setAsking(false)}
      >
        {t("records.several.askWords", { sum })}
      </ConfirmDialog>
    </>
  );
}

function withOne(chosen: ReadonlySet<string>, orderNo: string, on: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (on) next.add(orderNo);
  else next.delete(orderNo);
  return next;
}

function numberOf({ orderNo }: BetRecord): string {
  return orderNo;
}

function Loading() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.loading}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height={64} radius={12} />
      ))}
    </SkeletonGroup>
  );
}
