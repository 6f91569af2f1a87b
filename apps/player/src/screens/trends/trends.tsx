import type { Trend, TrackTrend, TrendSize } from "@lotus/contract";
import { TREND_DRAWS } from "@lotus/games";
import { Button, IconButton, InfoIcon, NavBar, Segmented, StateScreen, Tabs } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { FailedState } from "../../components/failed-state.tsx";
import { gamesQuery, ruleQuery } from "../../features/game-data/queries.ts";
import { useTrend } from "../../features/game-data/trend-query.ts";
import { OfflineStrip } from "../../features/lobby-games/offline-strip.tsx";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { useShownTogether } from "../../queries/shown-together.ts";
import { navigation } from "../../shell/navigation.ts";
import { href, type RouteQuery, type ScreenProps } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Frequency } from "./frequency.tsx";
import { HowToRead } from "./how-to-read.tsx";
import { OmissionTable } from "./omission-table.tsx";
import { Results } from "./results.tsx";
import { Roads } from "./roads.tsx";
import { SideChoice, TrackChoice } from "./track-choice.tsx";
import { trackKey, trackName } from "./track-words.ts";

import { TracksSkeleton, TrendsSkeleton } from "./trends-skeleton.tsx";
import styles from "./trends.module.css";
import { ValueGrid } from "./value-grid.tsx";

type Query = RouteQuery<"trends">;
type View = NonNullable<Query["view"]>;

/** What came in the last draws of a game, counted and drawn. Without a code, the first game of the server. */
export function Screen({ query }: ScreenProps<Query>) {
  const { t } = useI18n();
  const games = useQuery(gamesQuery);
  const code = query.code ?? games.data?.list[0]?.gameCode;
  const game = games.data?.list.find((each) => each.gameCode === code);
  const [reading, setReading] = useState(false);
  return (
    <>
      <NavBar
        title={code === undefined ? t("app.page.trends") : t("trends.title", { game: game?.name ?? code })}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
        action={
          <IconButton
            label={t("trends.how.title")}
            icon={<InfoIcon size={20} />}
            onClick={() => setReading(true)}
          />
        }
      />
      {code !== undefined ? (
        <GameTrends key={code} code={code} query={query} drawAt={game?.current?.drawAt} />
      ) : games.isError ? (
        <FailedState error={games.error} onRetry={() => void games.refetch()} />
      ) : (
        <TrendsSkeleton />
      )}
      <HowToRead open={reading} onClose={() => setReading(false)} />
    </>
  );
}

const PANEL = "trends-panel";

interface GameTrendsProps {
  code: string;
  query: Query;
  /** Draw time of the running period, if known. */
  drawAt: number | undefined;
}

function GameTrends({ code, query, drawAt }: GameTrendsProps) {
  const { t, locale } = useI18n();
  const [size, setSize] = useState<TrendSize>(query.draws ?? "30");
  const [view, setView] = useState<View>(query.view ?? "table");
  const trend = useTrend(code, size);
  // The rules name the bets among the figures.
  const isShown = useShownTogether(trend, useQuery(ruleQuery(code, locale)));
  const data = isShown ? trend.data : undefined;
  if (data?.draws.length === 0) return <NoDraws code={code} drawAt={drawAt} />;
  const views = { table: t("trends.table"), roads: t("trends.roads"), results: t("trends.results") };
  return (
    <>
      <Tabs
        label={t("trends.views")}
        panelId={PANEL}
        items={VIEWS.map((key) => ({ key, label: views[key] }))}
        value={view}
        onChange={setView}
      />
      <div id={PANEL} role="tabpanel" aria-label={views[view]} className={styles.page}>
        <OfflineStrip />
        <div className={styles.size}>
          <span aria-hidden>{t("trends.periods")}</span>
          <Segmented
            label={t("trends.draws")}
            items={SIZES.map((key) => ({ key, label: key }))}
            value={size}
            onChange={setSize}
          />
        </div>
        {data === undefined ? (
          isShown && trend.isError ? (
            <FailedState error={trend.error} onRetry={() => void trend.refetch()} />
          ) : (
            <TracksSkeleton />
          )
        ) : view === "results" ? (
          <>
            <Results gameCode={code} family={data.family} size={size} />
            <Independent />
          </>
        ) : (
          <Tracks key={view} view={view} trend={data} size={trend.isPlaceholderData ? null : size} />
        )}
      </div>
    </>
  );
}

const VIEWS = ["table", "roads", "results"] as const satisfies readonly View[];
const SIZES = TREND_DRAWS.map((size): TrendSize => `${size}`);

/** From this many values on a track is a grid of values instead of a table of draws. */
const GRID_FROM = 20;

interface TracksProps {
  view: "table" | "roads";
  trend: Trend;
  /** Number of draws the trend was requested for; null while another number is loading. */
  size: TrendSize | null;
}

/** The tracks of a view to choose from, and the chosen one. */
function Tracks({ view, trend, size }: TracksProps) {
  const { t } = useI18n();
  const [chosen, setChosen] = useState<string | null>(null);
  const tracks = trend.tracks.filter((track) => (track.kind === "sides") === (view === "roads"));
  const track = tracks.find((each) => trackKey(each) === chosen) ?? tracks[0];
  if (track === undefined) return <Independent />;
  const Choice = view === "roads" ? SideChoice : TrackChoice;
  const count = trend.draws.length;
  return (
    <>
      <Choice tracks={tracks} track={track} family={trend.family} onChoose={setChosen} />
      {size !== null && count < Number(size) && (
        <p className={styles.fewer}>{t("trends.fewer", { count })}</p>
      )}
      <TrackView track={track} trend={trend} />
    </>
  );
}

/** The board's part for a track, loaded after the figures. */
const PickPanel = lazy(() =>
  import("../../features/omission/pick-panel.tsx").then(({ PickPanel: Panel }) => ({ default: Panel })),
);

function TrackView({ track, trend }: { track: TrackTrend; trend: Trend }) {
  const { t } = useI18n();
  const name = trackName(track, trend.family, t);
  if (track.kind === "sides")
    return (
      <>
        <Roads track={track} draws={trend.draws} />
        <Independent />
      </>
    );
  const isGrid = track.values.length >= GRID_FROM;
  return (
    <>
      {isGrid ? (
        <ValueGrid track={track} name={name} />
      ) : (
        <OmissionTable track={track} draws={trend.draws} name={name} />
      )}
      {/* All that stands below the late part comes with it. */}
      <Suspense fallback={null}>
        <PickPanel key={trackKey(track)} track={track} trend={trend} />
        {!isGrid && <Frequency track={track} draws={trend.draws.length} />}
        <Independent />
      </Suspense>
    </>
  );
}

/** Note below every figure of this screen. */
function Independent() {
  const { t } = useI18n();
  return (
    <p className={styles.independent}>
      <InfoIcon size={20} aria-hidden />
      {t("trends.independent")}
    </p>
  );
}

/** Shown instead of figures before the first draw: what will be here, and when. */
function NoDraws({ code, drawAt }: Pick<GameTrendsProps, "code" | "drawAt">) {
  const { t, clock } = useI18n();
  return (
    <StateScreen
      picture={<LotusPond state="bud" />}
      title={t("trends.empty")}
      action={
        <Button onClick={() => void navigation.push(href("game", { code }))}>{t("trends.toGame")}</Button>
      }
    >
      {drawAt !== undefined && (
        <b className={styles.first}>{t("app.home.firstDraw", { time: clock(drawAt) })}</b>
      )}
      {t("trends.emptyWords")}
    </StateScreen>
  );
}
