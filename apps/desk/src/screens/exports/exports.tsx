import { Box, Button, Card, TextField, Tooltip, Typography } from "@mui/material";
import { DESK_EXPORTS } from "@lotus/contract/desk";
import { tidyCode } from "@lotus/money";
import { useRef, useState } from "react";
import { Title, useNotify } from "react-admin";
import { useMay, useWhyNot } from "../../actions/why-not.ts";
import { Forbidden } from "../../components/forbidden.tsx";
import { DayField } from "../../components/day-field.tsx";
import { PageTitle } from "../../components/page-title.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { dayEnd, dayStart } from "../../i18n/days.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

type ExportName = keyof typeof DESK_EXPORTS;
const NAMES: readonly ExportName[] = ["recharges", "withdrawals", "players", "ledger", "audit"];

/** Exports of the lists for spreadsheets. Each is recorded in the audit log. */
export function Exports() {
  const t = useI18n();
  const may = useMay();
  if (!NAMES.some((name) => may(DESK_EXPORTS[name].action)))
    return <Forbidden action={DESK_EXPORTS.recharges.action} title={t("menu.exports")} />;
  return (
    <Box sx={{ mt: 2, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Title title={<PageTitle name={t("menu.exports")} />} />
      <Typography color="textSecondary">{t("export.hint")}</Typography>
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: "repeat(auto-fill, minmax(min(360px, 100%), 1fr))",
        }}
      >
        {NAMES.map((name) => (
          <ExportCard key={name} name={name} />
        ))}
      </Box>
    </Box>
  );
}

function ExportCard({ name }: { readonly name: ExportName }) {
  const t = useI18n();
  const desk = useDesk();
  const notify = useNotify();
  const { timeZone } = useConfig();
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [playerId, setPlayerId] = useState("");
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const { path, action } = DESK_EXPORTS[name];
  const dated = name !== "players";
  const missing = name === "ledger" && !/^\d{1,18}$/u.test(tidyCode(playerId));
  const forbidden = useWhyNot(action) ?? (missing ? t("export.playerNeeded") : undefined);

  const fetchFile = async () => {
    if (forbidden !== undefined || running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await desk.download(path, {
        format: "xlsx",
        from: dated ? dayStart(from, timeZone)?.toString() : undefined,
        to: dated ? dayEnd(to, timeZone)?.toString() : undefined,
        player_id: name === "ledger" ? playerId : undefined,
      });
    } catch (error) {
      notify(error instanceof Error ? error.message : t("action.failed"), { type: "error" });
    }
    running.current = false;
    setBusy(false);
  };
  return (
    <Card sx={{ p: 2, display: "grid", gap: 0.5, alignContent: "start" }}>
      <Typography component="h2" variant="h3">
        {t(`export.${name}`)}
      </Typography>
      {name === "ledger" && (
        <TextField
          label={t("player.id")}
          value={playerId}
          onChange={(event) => setPlayerId(event.target.value)}
        />
      )}
      {dated && (
        <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, "& > *": { flex: "1 1 168px" } }}>
          <DayField label={t("filter.from")} value={from} onChange={setFrom} />
          <DayField label={t("filter.to")} value={to} onChange={setTo} />
        </Box>
      )}
      <Tooltip describeChild title={forbidden ?? ""}>
        <Button
          variant="outlined"
          aria-disabled={forbidden !== undefined || busy}
          onClick={() => void fetchFile()}
          sx={{ justifySelf: "start", mt: 1, '&[aria-disabled="true"]': { opacity: 0.45 } }}
        >
          {t("export.download")}
        </Button>
      </Tooltip>
    </Card>
  );
}
