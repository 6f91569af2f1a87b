import { CALLS, type DrawResult } from "@lotus/contract";
import type { Family } from "@lotus/games";
import { ChevronRightIcon, Skeleton, SkeletonGroup } from "@lotus/ui";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { DrawPicture } from "../../artwork/draw-picture.tsx";
import { FailedState } from "../../components/failed-state.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { api } from "../../session/api.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { shortNo } from "./draw-phase.ts";
import { drawWords, spokenNumbers } from "./draw-words.ts";
import { factLine } from "./fact-words.ts";
import styles from "./last-ten.module.css";

const TEN = 10;

const lastTenQuery = (gameCode: string) =>
  queryOptions({
    queryKey: ["lastTen", gameCode],
    queryFn: ({ signal }) =>
      api.call(
        CALLS.history,
        { params: { gameCode }, query: { pageSize: TEN } },
        { signal, hideErrors: true },
      ),
    select: ({ list }) => list,
  });

export interface LastTenListProps {
  gameCode: string;
  family: Family;
  /** The last result as the page knows it, which may be newer than the list; null before the first. */
  last: DrawResult | null | undefined;
}

/** The last ten results with their facts, newest first; each leads to its check. */
export function LastTenList({ gameCode, family, last }: LastTenListProps) {
  const { t } = useI18n();
  const draws = useQuery(lastTenQuery(gameCode));
  if (draws.data === undefined) {
    return draws.isError ? (
      <FailedState error={draws.error} onRetry={() => void draws.refetch()} />
    ) : (
      <SkeletonGroup label={t("app.loading")} className={styles.loading}>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} height={48} radius={12} />
        ))}
      </SkeletonGroup>
    );
  }
  const list = withLast(draws.data, last);
  if (list.length === 0) return <p className={styles.none}>{t("play.draw.none")}</p>;
  return (
    <ol className={styles.list}>
      {list.map((result) => (
        <Result key={result.prizeNo} result={result} family={family} />
      ))}
    </ol>
  );
}

/** The results with the page's last one, if that is newer. */
function withLast(list: readonly DrawResult[], last: DrawResult | null | undefined): readonly DrawResult[] {
  const isNewer = last != null && last.drawAt > (list[0]?.drawAt ?? 0);
  return (isNewer ? [last, ...list] : list).slice(0, TEN);
}

function Result({ result, family }: { result: DrawResult; family: Family }) {
  const words = useI18n();
  const { t } = words;
  const no = shortNo(result.prizeNo);
  const { sum: _, sides: __, ...beside } = drawWords(result, words);
  const to = href("verify", { code: result.gameCode, prize: result.prizeNo });
  return (
    <li>
      <a
        href={to}
        className={styles.result}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          void navigation.push(to);
        }}
      >
        <span className={styles.no}>{t("play.draw.period", { no })}</span>
        <span className={styles.picture} data-family={family}>
          <DrawPicture
            family={family}
            numbers={result.numbers}
            words={beside}
            label={t("play.draw.result", { no, numbers: spokenNumbers(family, result.numbers, t) })}
          />
        </span>
        <span className={styles.facts}>{factLine(result, t)}</span>
        <ChevronRightIcon size={16} aria-hidden />
      </a>
    </li>
  );
}
