import { Alert, Box, TableCell, TableRow } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { Link } from "react-admin";
import { Amount } from "../../components/amount.tsx";
import { StateChip, type Tone } from "../../components/state-chip.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useCall } from "../../components/use-call.ts";
import { gameName, type WordKey } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useConfig } from "../../shell/use-config.ts";

/** The server computes it once a minute. */
const EVERY_MS = 60_000;

type Row = CallData<typeof DESK_CALLS.returns>["list"][number];

const JUDGED: Readonly<Record<string, { readonly tone: Tone; readonly word: WordKey }>> = {
  low: { tone: "bad", word: "returns.low" },
  high: { tone: "bad", word: "returns.high" },
  rare: { tone: "wait", word: "returns.rare" },
};

/** What each game returned by the public log, beside the exact return of its odds and the books. */
export function ReturnsCard() {
  const t = useI18n();
  const { data, error } = useCall(DESK_CALLS.returns, {}, { everyMs: EVERY_MS });
  if (error !== null && data === undefined) return <Alert severity="error">{error.message}</Alert>;
  if (data === undefined) return null;
  return (
    <TableCard
      title={t("returns.title")}
      heads={[
        "game.one",
        { right: "returns.measured" },
        { right: "returns.exact" },
        { right: "returns.band" },
        { right: "returns.counted" },
        { right: "returns.turnover" },
      ]}
      empty={data.list.length === 0 ? t("returns.none") : undefined}
    >
      {data.list.map((row) => (
        <GameRow key={row.gameCode} row={row} />
      ))}
    </TableCard>
  );
}

function GameRow({ row }: { readonly row: Row }) {
  const t = useI18n();
  const { number } = useConfig();
  const { gameCode, measured, exact, band, counted, drawn, turnover, agrees } = row;
  return (
    <TableRow>
      <TableCell>
        <Link to={`/games/${gameCode}/show`}>{gameName(gameCode)}</Link>
      </TableCell>
      <TableCell align="right">
        <Box sx={{ display: "grid", gap: 0.5, justifyItems: "end" }}>
          {measured !== null && <Percent share={measured} />}
          <Judged row={row} />
        </Box>
      </TableCell>
      <TableCell align="right">{exact !== null && <Range {...exact} />}</TableCell>
      <TableCell align="right">{band !== null && <Band {...band} />}</TableCell>
      <TableCell align="right">
        {t("returns.of", { counted: number(counted), drawn: number(drawn) })}
      </TableCell>
      <TableCell align="right">
        <Box sx={{ display: "grid", gap: 0.5, justifyItems: "end" }}>
          <Amount value={turnover} />
          <StateChip tone={agrees ? "quiet" : "bad"} label={t(agrees ? "returns.same" : "returns.other")} />
        </Box>
      </TableCell>
    </TableRow>
  );
}

/** Percent. A band whose upper end is this high is shown as too few draws. */
const MAX_KNOWN = 200;

function Band({ low, high }: { readonly low: string; readonly high: string }) {
  const t = useI18n();
  const { decimal } = useConfig();
  return Number(high) < MAX_KNOWN ? (
    <Range low={low} high={high} />
  ) : (
    t("returns.atLeast", { low: decimal(low) })
  );
}

function Judged({ row: { judged, measured, band } }: { readonly row: Row }) {
  const t = useI18n();
  if (measured === null) return <StateChip tone="quiet" label={t("returns.noSums")} />;
  if (judged === null && band !== null && Number(band.high) >= MAX_KNOWN)
    return <StateChip tone="quiet" label={t("returns.few")} />;
  if (judged === null) return <StateChip tone="good" label={t("returns.inLine")} />;
  // What a newer server finds is at least to be looked at.
  const { tone, word } = JUDGED[judged] ?? { tone: "wait", word: "returns.rare" };
  return <StateChip tone={tone} label={t(word)} />;
}

function Range({ low, high }: { readonly low: string; readonly high: string }) {
  if (low === high) return <Percent share={low} />;
  return (
    <Box component="span" sx={{ whiteSpace: "nowrap" }}>
      <Percent share={low} /> – <Percent share={high} />
    </Box>
  );
}

/** A share in percent, in the form of the operator's locale. */
function Percent({ share }: { readonly share: string }) {
  const { decimal } = useConfig();
  return <span>{decimal(share)} %</span>;
}
