import { Alert, Box, Card, Typography } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import { ActionButton } from "../../actions/action-button.tsx";
import { Moment } from "../../components/amount.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import type { DashboardData } from "./dashboard-data.ts";

/** Whether the books are right and money moves, and the brakes. */
export function BooksCard({ data }: { readonly data: DashboardData }) {
  const t = useI18n();
  const { call } = useDesk();
  const { books, money } = data;
  const state = books.right === null ? "unknown" : books.right ? "right" : "wrong";
  const tone = { unknown: "quiet", right: "good", wrong: "bad" } as const;
  return (
    <Card sx={{ p: 2.5, display: "grid", gap: 1.5 }}>
      <Row title={t("books.title")}>
        <StateChip tone={tone[state]} label={t(`books.${state}`)} />
      </Row>
      <Typography color="textSecondary">
        {t("books.checkedAt")} <Moment at={books.checkedAt} />
      </Typography>
      {books.breaches.map(({ name, broken, example }) => (
        <Alert key={name} severity="error">
          {t("books.breach", { name, count: broken })}
          {example === null ? "" : ` (${example})`}
        </Alert>
      ))}
      <Row title={t("money.title")}>
        <StateChip tone={money.state === "running" ? "good" : "bad"} label={t(`money.${money.state}`)} />
      </Row>
      {money.state === "stopped" && (
        <Alert severity="warning">
          {money.reason} {money.since !== null && <Moment at={money.since} />}
        </Alert>
      )}
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
        <ActionButton
          action="books.check"
          summary={t("books.checkHint")}
          run={() => call(DESK_CALLS.checkBooks, {})}
        />
        {money.state === "running" ? (
          <ActionButton
            action="money.stop"
            state={money.state}
            variant="danger"
            summary={t("money.stopHint")}
            run={({ reason, idempotencyKey }) =>
              call(DESK_CALLS.stopMoney, { body: { reason } }, { idempotencyKey })
            }
          />
        ) : (
          <ActionButton
            action="money.resume"
            state={money.state}
            variant="main"
            run={({ reason, idempotencyKey }) =>
              call(DESK_CALLS.resumeMoney, { body: { reason } }, { idempotencyKey })
            }
          />
        )}
      </Box>
    </Card>
  );
}

function Row({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <Box sx={{ display: "flex", justifyContent: "space-between", alignItems: "center" }}>
      <Typography component="h2" variant="h3">
        {title}
      </Typography>
      {children}
    </Box>
  );
}
