import { CALLS } from "@lotus/contract";
import { Button, CircleAlertIcon, Strip } from "@lotus/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChaseDetailPage, CHASES_KEY } from "../../../features/chase/chase-queries.ts";
import { prizeName } from "../../../features/explain/odds-kinds.ts";
import { useRuleTree } from "../../../features/game-data/use-rule-tree.ts";
import { findRule } from "../../../features/slip/game-mode.ts";
import { api } from "../../../session/api.ts";
import { notifySuccess } from "../../../shell/notify.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import styles from "./chase-records.module.css";

/** The odds that a chase was agreed at beside those of now, and the two answers. */
export function ChaseAsks({ detail, onEnd }: { detail: ChaseDetailPage; onEnd: () => void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { chaseNo } = detail.chase;
  const agree = useMutation({
    mutationFn: () => api.call(CALLS.chaseOdds, { params: { chaseNo }, body: { version: detail.version } }),
    onSuccess: () => notifySuccess(t("chase.asks.agreed")),
    // After another change the odds of now are shown first.
    onSettled: () => client.invalidateQueries({ queryKey: CHASES_KEY }),
  });
  return (
    <section className={styles.asks} aria-label={t("chase.asks.title")}>
      <Strip shape="card" icon={<CircleAlertIcon size={20} aria-hidden />}>
        <b>{t("chase.asks.title")}</b> {t("chase.asks.words")}
      </Strip>
      <ChangedOdds detail={detail} />
      <div className={styles.answers}>
        <Button busy={agree.isPending} onClick={() => agree.mutate()}>
          {t("chase.asks.goOn")}
        </Button>
        <Button variant="outline" disabled={agree.isPending} onClick={onEnd}>
          {t("chase.end")}
        </Button>
      </div>
    </section>
  );
}

function ChangedOdds({ detail: { chase, odds } }: { detail: ChaseDetailPage }) {
  const { t, odds: write } = useI18n();
  const { tree } = useRuleTree(chase.gameCode);
  const rows = odds.flatMap(({ agreed, now = {} }, at) => {
    const line = chase.lines[at];
    const option =
      tree === undefined || line === undefined ? undefined : findRule(tree.rules, line.optionId)?.option;
    return [...new Set([...Object.keys(agreed), ...Object.keys(now)])].flatMap((key) => {
      const [before, after] = [agreed[key], now[key]];
      if (after === undefined || before === after) return [];
      const [tier = "", className] = key.split("/");
      const prize = option === undefined ? "" : prizeName(option, tier, className);
      const name = line?.optionName ?? "";
      return [
        {
          key: `${String(at)} ${key}`,
          name: prize === "" || prize === name ? name : `${name} · ${prize}`,
          before,
          after,
        },
      ];
    });
  });
  return (
    <table className={styles.odds}>
      <thead>
        <tr>
          <th scope="col">{t("chase.asks.bet")}</th>
          <th scope="col">{t("chase.asks.before")}</th>
          <th scope="col">{t("chase.asks.now")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, before, after }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{before === undefined ? "–" : `×${write(before)}`}</td>
            <td>{`×${write(after)}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
