import type { DrawResult, TrendSize } from "@lotus/contract";
import type { Family } from "@lotus/games";
import { ChevronRightIcon, Skeleton, SkeletonGroup } from "@lotus/ui";
import { memo } from "react";
import { shortNo } from "../../features/draw/draw-phase.ts";
import { spokenNumbers } from "../../features/draw/draw-words.ts";
import { FailedState } from "../../components/failed-state.tsx";
import { RecordEnd } from "../../features/record-list/record-end.tsx";
import { DrawPicture } from "../../artwork/draw-picture.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { animalsOf, resultFacts } from "./result-facts.ts";
import styles from "./results.module.css";
import { useResults } from "./trend-queries.ts";

interface ResultsProps {
  gameCode: string;
  family: Family;
  size: TrendSize;
}

/** The results of a game, newest first, loaded as the player scrolls, each with a link to verify it. */
export function Results({ gameCode, family, size }: ResultsProps) {
  const pages = useResults(gameCode, size);
  if (pages.data === undefined) {
    return pages.isError ? (
      <FailedState error={pages.error} onRetry={() => void pages.refetch()} />
    ) : (
      <ResultsSkeleton />
    );
  }
  return (
    <>
      <ol className={styles.list}>
        {pages.data.pages.flatMap(({ list }) =>
          list.map((result) => <Result key={result.prizeNo} result={result} family={family} />),
        )}
      </ol>
      <RecordEnd
        more={pages.hasNextPage}
        busy={pages.isFetchingNextPage}
        failed={pages.isFetchNextPageError}
        onMore={() => void pages.fetchNextPage()}
      />
    </>
  );
}

const Result = memo(function Result({ result, family }: { result: DrawResult; family: Family }) {
  const { t, dateTime, locale } = useI18n();
  const to = href("verify", { code: result.gameCode, prize: result.prizeNo });
  const animals = animalsOf(result, t);
  const no = shortNo(result.prizeNo);
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
        <span className={styles.head}>
          <b>{t("play.draw.period", { no })}</b>
          <span>{dateTime(result.drawAt)}</span>
          <ChevronRightIcon size={16} aria-hidden />
        </span>
        <span className={styles.body} data-family={family}>
          <DrawPicture
            family={family}
            numbers={result.numbers}
            words={{ locale, ...(animals !== undefined && { animals }) }}
            label={t("play.draw.result", { no, numbers: spokenNumbers(family, result.numbers, t) })}
          />
          <span className={styles.facts}>{resultFacts(result, t)}</span>
        </span>
      </a>
    </li>
  );
});

const ROWS = [0, 1, 2, 3, 4, 5];

function ResultsSkeleton() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.loading}>
      {ROWS.map((row) => (
        <Skeleton key={row} height={72} radius={16} />
      ))}
    </SkeletonGroup>
  );
}
