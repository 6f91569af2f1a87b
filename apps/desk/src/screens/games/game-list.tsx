import type { GameRecord } from "@lotus/contract/desk";
import { Box } from "@mui/material";
import { DataTable } from "react-admin";
import { Amount, Moment } from "../../components/amount.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { SalesButtons } from "../../features/sales-buttons.tsx";
import { gameName } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { familyOf } from "./family.ts";
import { GameState } from "./game-state.tsx";

const Column = DataTable.Col<GameRecord>;
const EVERY_MS = 10_000;

/** The games with their switches, limits and what runs now. */
export function GameList() {
  const t = useI18n();
  return (
    <PagedList title={t("resources.games.name")} everyMs={EVERY_MS}>
      <Box sx={{ p: 2 }}>
        <SalesButtons />
      </Box>
      <DataTable<GameRecord> bulkActionButtons={false} rowClick="show">
        <Column
          source="id"
          label={t("game.one")}
          disableSort
          render={({ id }) => <RowLink to={`/games/${id}/show`}>{gameName(id)}</RowLink>}
        />
        <Column
          source="family"
          label={t("game.family")}
          disableSort
          render={({ family }) => familyOf(t, family)}
        />
        <Column
          source="state"
          label={t("game.state")}
          disableSort
          render={({ state, isStopped }) => <GameState state={state} isStopped={isStopped} />}
        />
        <Column
          source="minBet"
          label={t("game.minBet")}
          align="right"
          disableSort
          render={({ minBet }) => <Amount value={minBet} />}
        />
        <Column
          source="maxBet"
          label={t("game.maxBet")}
          align="right"
          disableSort
          render={({ maxBet }) => <Amount value={maxBet} />}
        />
        <Column
          source="maxPayout"
          label={t("game.maxPayout")}
          align="right"
          disableSort
          render={({ maxPayout }) => <Amount value={maxPayout} />}
        />
        <Column source="oddsVersion" label={t("game.oddsVersion")} align="right" disableSort />
        <Column
          source="currentPeriod.periodNo"
          label={t("game.current")}
          disableSort
          render={({ currentPeriod }) =>
            currentPeriod === null ? (
              "–"
            ) : (
              <>
                {currentPeriod.periodNo} · <Moment at={currentPeriod.drawAt} />
              </>
            )
          }
        />
      </DataTable>
    </PagedList>
  );
}
