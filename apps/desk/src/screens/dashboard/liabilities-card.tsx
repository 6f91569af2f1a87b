import { Alert, Box, Card, Typography } from "@mui/material";
import type { CallData } from "@lotus/contract";
import { DESK_CALLS } from "@lotus/contract/desk";
import { parseMoney } from "@lotus/money";
import { ActionButton } from "../../actions/action-button.tsx";
import { Amount } from "../../components/amount.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { useCall } from "../../components/use-call.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";

/** The published sum changes once a day, or by an operator. */
const EVERY_MS = 60_000;
/** Green says how it is now; a sum that is older says when it was so. */
const RECENT_MS = 5 * 60_000;

type Newest = NonNullable<CallData<typeof DESK_CALLS.liabilities>>;

/** What the players are owed, as the public log says it, beside what came in through channels less what went out. */
export function LiabilitiesCard() {
  const t = useI18n();
  const { call } = useDesk();
  const { data, error, reload } = useCall(DESK_CALLS.liabilities, {}, { everyMs: EVERY_MS });
  return (
    <Card sx={{ p: 2.5, display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", justifyContent: "space-between", alignItems: "center" }}>
        <Typography component="h2" variant="h3">
          {t("liabilities.title")}
        </Typography>
        {data === null && <StateChip tone="quiet" label={t("liabilities.none")} />}
        {data !== null && data !== undefined && <Coverage newest={data} />}
      </Box>
      {error !== null && <Alert severity="error">{error.message}</Alert>}
      {data !== null && data !== undefined && <Sums newest={data} />}
      <Box>
        <ActionButton
          action="liabilities.run"
          summary={t("liabilities.hint")}
          run={async () => {
            const done = await call(DESK_CALLS.runLiabilities, {});
            reload();
            return done;
          }}
        />
      </Box>
    </Card>
  );
}

/** Whether the money that came in is enough for what is owed. */
function Coverage({ newest }: { readonly newest: Newest }) {
  const t = useI18n();
  const { now, time } = useConfig();
  const isRecent = now() - newest.at < RECENT_MS;
  const [sum, received] = [parseMoney(newest.sum), parseMoney(newest.received)];
  const isCovered = sum.ok && received.ok && received.value >= sum.value;
  return (
    <StateChip
      tone={isCovered ? (isRecent ? "good" : "quiet") : "wait"}
      label={
        isRecent || !isCovered
          ? t(isCovered ? "liabilities.right" : "liabilities.more")
          : t("liabilities.rightAt", { time: time(newest.at) })
      }
    />
  );
}

function Sums({ newest }: { readonly newest: Newest }) {
  const t = useI18n();
  const { number, time } = useConfig();
  return (
    <FactList
      facts={[
        {
          term: "liabilities.owed",
          label: t("liabilities.owedAt", { time: time(newest.at) }),
          value: <Amount value={newest.sum} strong />,
        },
        {
          term: "liabilities.received",
          label: t("liabilities.receivedAt", { time: time(newest.at) }),
          value: <Amount value={newest.received} />,
        },
        {
          term: "liabilities.players",
          label: t("liabilities.playersAt", { time: time(newest.at) }),
          value: number(newest.players),
        },
        { label: t("liabilities.root"), value: <code>{newest.root}</code> },
      ]}
    />
  );
}
