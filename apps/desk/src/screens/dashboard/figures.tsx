import { Box, Card } from "@mui/material";
import type { ReactNode } from "react";
import { Link } from "react-admin";
import { Term } from "../../components/term.tsx";
import { Amount } from "../../components/amount.tsx";
import type { WordKey } from "../../i18n/i18n.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useMay } from "../../actions/why-not.ts";
import { readActionOf, type ResourceName } from "../../provider/resources.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import type { DashboardData } from "./dashboard-data.ts";

const TILES = { display: "grid", gap: 1.5 } as const;
/** Figures stand in a line, whether or not a name takes two. */
const COUNTS = {
  ...TILES,
  gridTemplateColumns: "repeat(auto-fit, minmax(136px, 1fr))",
  "& > * > :first-of-type": { minHeight: "3em" },
} as const;

/** The figures of today, and the number of waiting items. */
export function Figures({ data }: { readonly data: DashboardData }) {
  const t = useI18n();
  const today = data.days[0];
  const { number } = useConfig();
  const { pending, players, ruleVoids, skipped } = data;
  return (
    <>
      <Box sx={{ ...TILES, gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 260px), 1fr))" }}>
        <Figure term="dashboard.turnoverToday">
          <Amount value={today?.turnover ?? "0.00"} />
        </Figure>
        <Figure term="dashboard.revenueToday">
          <Amount value={today?.revenue ?? "0.00"} />
        </Figure>
        <Figure term="dashboard.depositToday">
          <Amount value={today?.deposit ?? "0.00"} />
        </Figure>
        <Figure term="dashboard.withdrawalToday">
          <Amount value={today?.withdrawal ?? "0.00"} />
        </Figure>
      </Box>
      <Box sx={COUNTS}>
        {ruleVoids.count > 0 && (
          <Figure term="dashboard.ruleVoids">
            <Link to={periodsWith({ rule_void: "unseen" })} sx={{ color: "error.light" }}>
              {number(ruleVoids.count)}
            </Link>
          </Figure>
        )}
        {skipped > 0 && (
          <Figure term="dashboard.skipped">
            <Link to={periodsWith({ state: "skipped" })} sx={{ color: "warning.main" }}>
              {number(skipped)}
            </Link>
          </Figure>
        )}
        <Waiting term="dashboard.rechargesWait" count={pending.recharges} to="recharges" />
        <Waiting term="dashboard.withdrawalsWait" count={pending.withdrawals} to="withdrawals" />
        <Waiting term="dashboard.paymentsWait" count={pending.payments} to="paymentNotices" />
        <Waiting term="dashboard.conversationsWait" count={pending.conversations} to="conversations" />
        <Figure term="dashboard.online" note={t("dashboard.seen", { count: players.seenToday })}>
          {players.online}
        </Figure>
        <Figure term="dashboard.registered">{players.registeredToday}</Figure>
      </Box>
    </>
  );
}

/** Path of the list of periods with a filter. */
function periodsWith(filter: Readonly<Record<string, string>>): string {
  return `/periods?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
}

function Figure(props: { readonly term: WordKey; readonly note?: string; readonly children: ReactNode }) {
  return (
    <Card sx={{ p: 1.75, minWidth: 0, containerType: "inline-size" }}>
      <Box sx={{ color: "text.disabled", fontSize: "0.78rem" }}>
        <Term term={props.term} />
      </Box>
      <Box
        sx={{
          // Nine digits and a currency fit into the narrowest tile.
          fontSize: "clamp(1.1rem, 9cqi, 1.35rem)",
          fontWeight: 650,
          lineHeight: 1.4,
          fontVariantNumeric: "tabular-nums",
        }}
      >
        {props.children}
      </Box>
      {props.note !== undefined && (
        <Box sx={{ color: "text.secondary", fontSize: "0.75rem" }}>{props.note}</Box>
      )}
    </Card>
  );
}

/** A count with a link to the list, for who may read it; amber unless zero. */
function Waiting(props: { readonly term: WordKey; readonly count: number; readonly to: ResourceName }) {
  const may = useMay();
  const action = readActionOf(props.to);
  const color = props.count > 0 ? "warning.main" : "text.primary";
  return (
    <Figure term={props.term}>
      {action === undefined || may(action) ? (
        <Link to={`/${props.to}`} sx={{ color }}>
          {props.count}
        </Link>
      ) : (
        <Box component="span" sx={{ color }}>
          {props.count}
        </Box>
      )}
    </Figure>
  );
}
