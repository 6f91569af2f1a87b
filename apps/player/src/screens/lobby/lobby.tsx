import { Button, IconButton, NavBar, SearchIcon, StateScreen, XIcon } from "@lotus/ui";
import { useDeferredValue, useState } from "react";
import { BalancePill } from "../../features/balance/balance-pill.tsx";
import { FailedState } from "../../components/failed-state.tsx";
import { useGames, type LobbyGame } from "../../features/lobby-games/use-games.ts";
import { PullToRefresh } from "../../components/pull-to-refresh/pull-to-refresh.tsx";
import { useRefresh } from "../../components/pull-to-refresh/use-refresh.ts";
import { matchesSearch } from "../../components/matches-search.ts";
import { SearchField } from "../../components/search-field.tsx";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { FAMILY_NAMES, FamilyChips, type FamilyChoice } from "./family-chips.tsx";
import { useFavourites } from "./favourites.ts";
import { GameGroups, GameGroupsSkeleton } from "./game-groups.tsx";
import styles from "./lobby.module.css";

/** Every game by family, with its countdown and last result; filtered by family or name. */
export function Screen() {
  const { t } = useI18n();
  const { games, listed } = useListedGames();
  const refresh = useRefresh();
  const [chosen, setFamily] = useState<FamilyChoice>("all");
  const [search, setSearch] = useState<string | null>(null);
  const { list: starred, isStarred } = useFavourites();
  // Without any star left, there is no such filter.
  const family = chosen === "starred" && starred.length === 0 ? "all" : chosen;
  const list = listed ?? [];
  const found = list.filter(
    (game) =>
      (family === "all" || (family === "starred" ? isStarred(game.gameCode) : game.family === family)) &&
      matchesSearch(search ?? "", [game.name, game.gameCode, t(FAMILY_NAMES[game.family])]),
  );
  return (
    <>
      <NavBar
        align="start"
        title={<span className={styles.title}>{t("app.tab.lobby")}</span>}
        action={
          <div className={styles.actions}>
            <BalancePill />
            <IconButton
              label={t(search === null ? "app.lobby.search" : "app.lobby.endSearch")}
              data-search={search === null || undefined}
              aria-expanded={search !== null}
              icon={search === null ? <SearchIcon size={22} /> : <XIcon size={22} />}
              onClick={() => setSearch(search === null ? "" : null)}
            />
          </div>
        }
      />
      <PullToRefresh {...refresh} button>
        <div className={styles.page}>
          {search !== null && (
            <div className={styles.search}>
              <SearchField
                label={t("app.lobby.searchLabel")}
                value={search}
                ref={focusOnce}
                onSearch={setSearch}
              />
            </div>
          )}
          <FamilyChips games={list} starred={starred.length > 0} value={family} onChange={setFamily} />
          {listed === undefined && !games.isError && <GameGroupsSkeleton />}
          {listed === undefined && games.isError && (
            <FailedState error={games.error} onRetry={() => void games.refetch()} />
          )}
          {listed !== undefined && (
            <Found
              games={found}
              onAll={() => {
                setFamily("all");
                setSearch(null);
              }}
            />
          )}
        </div>
      </PullToRefresh>
    </>
  );
}

/** The games, which are rendered in time slices, so that a slow phone stays responsive. */
function useListedGames() {
  const games = useGames();
  return { games, listed: useDeferredValue(games.data?.list) };
}

/** Ref callback: focuses the field when it appears, since the player opened it to type. */
function focusOnce(field: HTMLInputElement | null) {
  field?.focus();
}

function Found({ games, onAll }: { games: readonly LobbyGame[]; onAll: () => void }) {
  const { t } = useI18n();
  if (games.length > 0) return <GameGroups games={games} />;
  return (
    <StateScreen
      picture={<LotusPond state="bud" />}
      title={t("app.lobby.none")}
      action={
        <Button variant="tint" onClick={onAll}>
          {t("app.lobby.showAll")}
        </Button>
      }
    >
      {t("app.lobby.noneWords")}
    </StateScreen>
  );
}
