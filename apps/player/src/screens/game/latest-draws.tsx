import { CALLS } from "@lotus/contract";
import type { Family } from "@lotus/games";
import { Button, Skeleton, SkeletonGroup } from "@lotus/ui";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { shortNo } from "../../features/draw/draw-phase.ts";
import { LastDraw } from "../../features/lobby-games/last-draw.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useLiveEvent } from "../../live/live-events.ts";
import { api } from "../../session/api.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import styles from "./side-pane.module.css";

const SHOWN = 10;

const latestDrawsQuery = (gameCode: string) =>
  queryOptions({
    queryKey: ["latestDraws", gameCode],
    queryFn: ({ signal }) =>
      api.call(
        CALLS.history,
        { params: { gameCode }, query: { pageSize: SHOWN } },
        { signal, hideErrors: true },
      ),
    select: (page) => page.list,
  });

/** The last ten results, newest first, each leading to its proof. */
export function LatestDraws({ code, family }: { code: string; family: Family }) {
  const { t } = useI18n();
  const draws = useQuery(latestDrawsQuery(code));
  useLiveEvent("draw", (draw) => {
    if (draw.gameCode === code) void draws.refetch();
  });
  if (draws.data?.length === 0 || (draws.isError && draws.data === undefined)) return null;
  return (
    <section className={styles.part} aria-labelledby="pane-draws">
      <header className={styles.head}>
        <h2 id="pane-draws" className={styles.title}>
          {t("play.game.results")}
        </h2>
        <Button variant="ghost" size="s" onClick={() => void navigation.push(href("trends", { code }))}>
          {t("play.game.trends")}
        </Button>
      </header>
      {draws.data === undefined ? (
        <SkeletonGroup label={t("app.loading")} className={styles.loading}>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} width="100%" height={32} />
          ))}
        </SkeletonGroup>
      ) : (
        <ol>
          {draws.data.map((draw) => {
            const to = href("verify", { code, prize: draw.prizeNo });
            return (
              <li key={draw.prizeNo}>
                <a
                  href={to}
                  className={styles.result}
                  onClick={(event) => {
                    event.preventDefault();
                    void navigation.push(to);
                  }}
                >
                  <span className={styles.no}>{t("play.draw.period", { no: shortNo(draw.prizeNo) })}</span>
                  <LastDraw family={family} last={draw} />
                </a>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
