import { Box, Card, Typography } from "@mui/material";
import { DESK_CALLS, type GameRecord } from "@lotus/contract/desk";
import { Link, useRecordContext } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { Amount, Moment } from "../../components/amount.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { PageTitle } from "../../components/page-title.tsx";
import { RecordPage } from "../../components/record-page.tsx";
import { useDesk } from "../../shell/desk.ts";
import { gameName } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { familyOf } from "./family.ts";
import { GameState } from "./game-state.tsx";
import { LimitsButton } from "./limits-button.tsx";
import { OddsEditor } from "./odds-editor.tsx";
import { OddsVersions } from "./odds-versions.tsx";

/** One game: its switch, its limits, its odds. */
export function GameShow() {
  return (
    <RecordPage title={<GameTitle />}>
      <GamePage />
    </RecordPage>
  );
}

function GameTitle() {
  const t = useI18n();
  const record = useRecordContext<GameRecord>();
  return <PageTitle name={record === undefined ? "" : `${t("game.one")} ${gameName(record.id)}`} />;
}

function GamePage() {
  const t = useI18n();
  const game = useRecordContext<GameRecord>();
  if (game === undefined) return null;
  const { currentPeriod } = game;
  return (
    <Box sx={{ display: "grid", gap: 2, mt: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Card sx={{ p: 2.5, display: "grid", gap: 2 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}>
          <Typography component="h2" variant="h2">
            {gameName(game.id)}
          </Typography>
          <GameState state={game.state} isStopped={game.isStopped} />
          <Box sx={{ flex: 1 }} />
          <LimitsButton game={game} />
          <Switch game={game} />
        </Box>
        <FactList
          facts={[
            { label: t("game.family"), value: familyOf(t, game.family) },
            { label: t("game.cycle"), value: t("game.seconds", { count: game.cycleSeconds }) },
            { label: t("game.drawAt"), value: <Moment at={currentPeriod?.drawAt ?? null} /> },
            { label: t("game.closeAt"), value: <Moment at={currentPeriod?.closeAt ?? null} /> },
            {
              label: t("game.last"),
              value:
                game.lastPeriod === null
                  ? "–"
                  : `${game.lastPeriod.periodNo} · ${game.lastPeriod.numbers.join(" ")}`,
            },
            { label: t("game.minBet"), value: <Amount value={game.minBet} /> },
            { label: t("game.maxBet"), value: <Amount value={game.maxBet} /> },
            { label: t("game.maxPayout"), value: <Amount value={game.maxPayout} /> },
            { label: t("game.maxPayoutSelection"), value: <Amount value={game.maxPayoutSelection} /> },
            { label: t("game.maxPayoutPeriod"), value: <Amount value={game.maxPayoutPeriod} /> },
            {
              label: t("game.houseMaxPayoutSelection"),
              value: <Amount value={game.houseMaxPayoutSelection} />,
            },
            {
              label: t("game.current"),
              value:
                currentPeriod === null ? (
                  "–"
                ) : (
                  <Link to={`/periods/${game.id}-${currentPeriod.periodNo}/show`}>
                    {currentPeriod.periodNo}
                  </Link>
                ),
            },
          ]}
        />
      </Card>
      <OddsEditor gameId={game.id} />
      <OddsVersions />
    </Box>
  );
}

function Switch({ game }: { readonly game: GameRecord }) {
  const { call } = useDesk();
  const opens = game.state === "closed";
  return (
    <ActionButton
      action={opens ? "game.open" : "game.close"}
      state={game.state}
      variant={opens ? "main" : "danger"}
      summary={game.id}
      run={({ reason, idempotencyKey }) =>
        call(
          opens ? DESK_CALLS.openGame : DESK_CALLS.closeGame,
          { params: { id: game.id }, body: { reason } },
          { idempotencyKey },
        )
      }
    />
  );
}
