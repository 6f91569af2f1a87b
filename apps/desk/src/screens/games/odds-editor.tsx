import {
  Alert,
  Box,
  Button,
  Card,
  Chip,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from "@mui/material";
import { DESK_CALLS, type OddsRecord } from "@lotus/contract/desk";
import { useMemo, useState } from "react";
import { ActionButton } from "../../actions/action-button.tsx";
import { useCall } from "../../components/use-call.ts";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { OddsOptionRows } from "./odds-option-rows.tsx";
import { changesOf, returnsOf, type TypedOdds } from "./odds-returns.ts";

/** The odds of a game, with what each returns to players worked out while one types. */
export function OddsEditor({ gameId }: { readonly gameId: string }) {
  const t = useI18n();
  const { data, error, reload } = useCall(DESK_CALLS.odds, { params: { id: gameId } });
  if (data === undefined)
    return error === null ? null : (
      <Alert severity="error" action={<Button onClick={reload}>{t("action.again")}</Button>}>
        {error.message}
      </Alert>
    );
  // Another version is another table: edits of the old one are discarded.
  return <OddsTableCard key={data.version} table={data} onPublished={reload} />;
}

function OddsTableCard({
  table,
  onPublished,
}: {
  readonly table: OddsRecord;
  readonly onPublished: () => void;
}) {
  const t = useI18n();
  const { decimal: showPercent } = useConfig();
  const modes = useMemo(() => [...new Set(table.options.map(({ mode }) => mode))], [table]);
  const [mode, setMode] = useState(modes[0] ?? "");
  const [typed, setTyped] = useState<TypedOdds>({});
  const type = (option: string, key: string, text: string) =>
    setTyped((before) => ({ ...before, [option]: { ...before[option], [key]: text } }));
  return (
    <Card>
      <Box sx={{ p: 2, display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography component="h2" variant="h3" sx={{ mr: 1 }}>
          {t("odds.title", { version: table.version })}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {t("odds.plan", { plan: showPercent(table.planPercent) })}
        </Typography>
        <Box sx={{ flex: 1 }} />
        <Publish table={table} typed={typed} onPublished={onPublished} onReset={() => setTyped({})} />
      </Box>
      <ModeChips table={table} modes={modes} mode={mode} onMode={setMode} />
      <TableContainer>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t("odds.option")}</TableCell>
              <TableCell>{t("odds.key")}</TableCell>
              <TableCell align="right">{t("odds.chance")}</TableCell>
              <TableCell align="right">{t("odds.now")}</TableCell>
              <TableCell align="right">{t("odds.new")}</TableCell>
              <TableCell align="right">{t("odds.return")}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {table.options
              .filter((option) => option.mode === mode)
              .map((option) => (
                <OddsOptionRows
                  key={option.option}
                  gameId={table.id}
                  planPercent={table.planPercent}
                  option={option}
                  typed={typed[option.option]}
                  onType={type}
                />
              ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Card>
  );
}

interface ModeChipsProps {
  readonly table: OddsRecord;
  readonly modes: readonly string[];
  readonly mode: string;
  readonly onMode: (mode: string) => void;
}

function ModeChips({ table, modes, mode, onMode }: ModeChipsProps) {
  const t = useI18n();
  return (
    <Box
      component="fieldset"
      aria-label={t("odds.modes")}
      sx={{ m: 0, border: 0, px: 2, pb: 1, display: "flex", flexWrap: "wrap", gap: 0.75 }}
    >
      {modes.map((each) => (
        <Chip
          key={each}
          label={nameOfMode(table, each)}
          size="small"
          color={each === mode ? "primary" : "default"}
          aria-pressed={each === mode}
          onClick={() => onMode(each)}
        />
      ))}
    </Box>
  );
}

function nameOfMode(table: OddsRecord, mode: string): string {
  return table.options.find((option) => option.mode === mode)?.modeName ?? mode;
}

interface PublishProps {
  readonly table: OddsRecord;
  readonly typed: TypedOdds;
  readonly onPublished: () => void;
  readonly onReset: () => void;
}

/** Publishes the entered odds for all bets from now on, unless one is invalid or returns too much. */
function Publish({ table, typed, onPublished, onReset }: PublishProps) {
  const t = useI18n();
  const { call } = useDesk();
  const { locale } = useConfig();
  const changes = changesOf(table, typed, locale);
  const bad = table.options
    .filter(({ option }) => typed[option] !== undefined)
    .filter(
      (option) =>
        !returnsOf(table.id, option, {
          typed: typed[option.option],
          planPercent: table.planPercent,
          locale,
        }).good,
    )
    .map(({ option, name }) => name ?? option);
  const blocked =
    changes.length === 0
      ? t("odds.unchanged")
      : bad.length > 0
        ? t("odds.bad", { options: bad.join(", ") })
        : undefined;
  return (
    <>
      {changes.length > 0 && (
        <Button size="small" onClick={onReset}>
          {t("odds.reset")}
        </Button>
      )}
      <ActionButton
        action="odds.publish"
        variant="main"
        blocked={blocked}
        summary={t("odds.summary", { game: table.id, count: changes.length })}
        run={({ reason, idempotencyKey }) =>
          call(
            DESK_CALLS.publishOdds,
            { params: { id: table.id }, body: { base_version: table.version, changes, reason } },
            { idempotencyKey },
          )
        }
        onDone={onPublished}
      />
    </>
  );
}
