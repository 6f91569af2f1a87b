import { CALLS } from "@lotus/contract";
import { findGame, findOption, itemOddsKey } from "@lotus/games";
import { Button, CircleAlertIcon, Strip } from "@lotus/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { animalNamed, ballsOf } from "../../../features/board/balls-of.ts";
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
  const { year } = detail;
  const agree = useMutation({
    mutationFn: () =>
      api.call(CALLS.chaseOdds, {
        params: { chaseNo },
        body: { version: detail.version, ...(year !== undefined && { lunar_year: year.now }) },
      }),
    onSuccess: () => notifySuccess(t(year === undefined ? "chase.asks.agreed" : "chase.asks.agreedYear")),
    // After another change the odds of now are shown first.
    onSettled: () => client.invalidateQueries({ queryKey: CHASES_KEY }),
  });
  const title = t(year === undefined ? "chase.asks.title" : "chase.asks.yearTitle");
  return (
    <section className={styles.asks} aria-label={title}>
      <Strip shape="card" icon={<CircleAlertIcon size={20} aria-hidden />}>
        <b>{title}</b> {t("chase.asks.words")}
      </Strip>
      {year === undefined ? <ChangedOdds detail={detail} /> : <TurnedAnimals detail={detail} year={year} />}
      <div className={styles.answers}>
        <Button busy={agree.isPending} onClick={() => agree.mutate()}>
          {t(year === undefined ? "chase.asks.goOn" : "chase.asks.goOnYear")}
        </Button>
        <Button variant="outline" disabled={agree.isPending} onClick={onEnd}>
          {t("chase.end")}
        </Button>
      </div>
    </section>
  );
}

function ChangedOdds({ detail: { chase, odds } }: { detail: ChaseDetailPage }) {
  const { odds: write } = useI18n();
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
    <Compared
      rows={rows.map(({ key, name, before, after }) => ({
        key,
        name,
        before: before === undefined ? "–" : `×${write(before)}`,
        after: `×${write(after)}`,
      }))}
    />
  );
}

interface TurnedProps {
  detail: ChaseDetailPage;
  year: NonNullable<ChaseDetailPage["year"]>;
}

/** The picked animals with their numbers, and odds of their own, in the lunar year that was agreed to and the new one. */
function TurnedAnimals({ detail: { chase, odds }, year }: TurnedProps) {
  const { t, odds: write } = useI18n();
  const game = findGame(chase.gameCode);
  const animals = chase.lines.flatMap((line, at) => {
    const option = game === undefined ? undefined : findOption(game.code, line.optionId);
    const { agreed = {}, now = agreed } = odds[at] ?? {};
    return line.groups.flatMap(({ code, items }) =>
      items.flatMap((item) => {
        const animal = animalNamed(item);
        if (animal === undefined) return [];
        const shown = (table: Readonly<Record<string, string>>, ofYear: number): string => {
          const key = option === undefined ? undefined : itemOddsKey(option, code, item, ofYear);
          const figure = key === undefined ? undefined : table[key];
          const balls = ballsOf("zodiac", animal, ofYear).join(" ");
          return figure === undefined ? balls : `×${write(figure)} · ${balls}`;
        };
        return [
          {
            key: `${String(at)} ${code} ${item}`,
            name: `${line.optionName} · ${t(`app.zodiac.${animal}`)}`,
            before: shown(agreed, year.agreed),
            after: shown(now, year.now),
          },
        ];
      }),
    );
  });
  return <Compared rows={animals} />;
}

interface ComparedRow {
  readonly key: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** What was agreed to beside what is now. */
function Compared({ rows }: { rows: readonly ComparedRow[] }) {
  const { t } = useI18n();
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
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
