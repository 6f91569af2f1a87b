import type { RuleTree } from "@lotus/contract";
import { NavBar, Skeleton, SkeletonGroup } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { FailedState } from "../../components/failed-state.tsx";
import { gamesQuery, ruleQuery } from "../../features/game-data/queries.ts";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { useShownTogether } from "../../queries/shown-together.ts";
import { navigation } from "../../shell/navigation.ts";
import type { RouteQuery, ScreenProps } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { GameFacts } from "./game-facts.tsx";
import styles from "./guide.module.css";
import { Options } from "./options.tsx";

type Query = RouteQuery<"guide">;

/** How a game is played: how it is drawn, and every way to bet on it. Without a code, the first game of the server. */
export function Screen({ query }: ScreenProps<Query>) {
  const { t, locale } = useI18n();
  const games = useQuery(gamesQuery);
  const code = query.code ?? games.data?.list[0]?.gameCode;
  const rule = useQuery({ ...ruleQuery(code ?? "", locale), enabled: code !== undefined });
  const game = games.data?.list.find((each) => each.gameCode === code);
  const isShown = useShownTogether(rule, games);
  const failed = rule.error ?? (code === undefined ? games.error : null);
  return (
    <>
      <NavBar
        title={
          code === undefined ? t("app.page.guide") : t("rules.guide.title", { game: game?.name ?? code })
        }
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
      />
      {isShown && rule.data !== undefined ? (
        <Guide key={rule.data.gameCode} tree={rule.data} game={game} option={query.option} />
      ) : !isShown || failed === null ? (
        <GuideSkeleton />
      ) : (
        <FailedState
          error={failed}
          onRetry={() => void (code === undefined ? games.refetch() : rule.refetch())}
        />
      )}
    </>
  );
}

interface GuideProps {
  tree: RuleTree;
  /** Undefined until the lobby is loaded; the page renders without it. */
  game: LobbyGame | undefined;
  /** The option that is open initially. */
  option: string | undefined;
}

function Guide({ tree, game, option }: GuideProps) {
  return (
    <div className={styles.page}>
      <GameFacts tree={tree} game={game} />
      <Options tree={tree} drawAt={game?.current?.drawAt} first={option} />
    </div>
  );
}

/** Skeleton of the page. */
function GuideSkeleton() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.loading}>
      <Skeleton width="100%" height={180} radius={16} />
      <Skeleton width="100%" height={52} radius={12} />
      <Skeleton width="100%" height={44} />
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} width="100%" height={64} radius={12} />
      ))}
    </SkeletonGroup>
  );
}
