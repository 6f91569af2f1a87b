import { Button, ConfirmDialog, ListRow, Pill, Sheet } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useStore } from "zustand";
import { shortNo } from "../../features/draw/draw-phase.ts";
import { gamesQuery } from "../../features/game-data/queries.ts";
import { FIRST_POINTS, type PracticeStore } from "../../features/practice/practice-account.ts";
import type { PracticeBet, PracticeState } from "../../features/practice/practice-bet.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./practice.module.css";

interface PracticeRecordsProps {
  open: boolean;
  account: PracticeStore;
  onClose: () => void;
}

const STATES = {
  open: "practice.state.open",
  won: "practice.state.won",
  lost: "practice.state.lost",
  refunded: "practice.state.refunded",
  void: "practice.state.void",
} as const satisfies Record<PracticeState, string>;

/** The bets of points that this device keeps, what practice is, and a new beginning. */
export function PracticeRecords({ open, account, onClose }: PracticeRecordsProps) {
  const { t, money } = useI18n();
  const bets = useStore(account, (state) => state.bets);
  const points = useStore(account, (state) => state.points);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Sheet
        open={open}
        onClose={onClose}
        title={t("practice.records")}
        closeLabel={t("play.close")}
        footer={
          <Button block variant="tint" onClick={() => setAsking(true)}>
            {t("practice.restart")}
          </Button>
        }
      >
        <p className={styles.have}>{t("practice.points", { amount: money(points) })}</p>
        <p className={styles.words}>{t("practice.words")}</p>
        {bets.length === 0 ? (
          <p className={styles.words}>{t("practice.none")}</p>
        ) : (
          <ul>
            {bets.map((bet) => (
              <li key={bet.id}>
                <Row bet={bet} />
              </li>
            ))}
          </ul>
        )}
      </Sheet>
      <ConfirmDialog
        open={asking}
        title={t("practice.restart")}
        confirmLabel={t("practice.restart")}
        cancelLabel={t("app.cancel")}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          account.getState().restart();
          setAsking(false);
        }}
      >
        {t("practice.restartAsk", { amount: money(FIRST_POINTS) })}
      </ConfirmDialog>
    </>
  );
}

function Row({ bet }: { bet: PracticeBet }) {
  const { t, money, dateTime } = useI18n();
  const games = useQuery({ ...gamesQuery, enabled: false }).data?.list;
  const { gameCode, prizeNo, name, picks, total, state, payout, numbers, drawAt } = bet;
  return (
    <ListRow
      title={name}
      detail={`${games?.find((game) => game.gameCode === gameCode)?.name ?? gameCode} · ${t("play.draw.period", { no: shortNo(prizeNo) })} · ${dateTime(drawAt)}`}
      value={t("practice.points", { amount: money(state === "open" ? total : payout) })}
      status={<Pill>{t(STATES[state])}</Pill>}
      foot={
        <span className={styles.picks}>
          {t("practice.line", { picks, total: money(total), numbers: numbers?.join(" ") ?? "–" })}
        </span>
      }
    />
  );
}
