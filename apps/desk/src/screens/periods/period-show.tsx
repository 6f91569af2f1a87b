import { Alert, Box, Card, Link, Typography } from "@mui/material";
import { DESK_CALLS, type PeriodRow } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { useRecordContext } from "react-admin";
import { useWhyNotSecond } from "../../actions/why-not-second.ts";
import { useAlone } from "../../components/alone.tsx";
import { Amount, Moment } from "../../components/amount.tsx";
import { FactList, type Fact } from "../../components/fact-list.tsx";
import { PageTitle } from "../../components/page-title.tsx";
import { RecordPage } from "../../components/record-page.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { MONO } from "../../style/theme.ts";
import { RuleVoidCause } from "../../features/rule-void-cause.tsx";
import { requestOf, VoidButtons } from "../../features/void-buttons.tsx";
import { useVoidCost } from "../../features/void-cost.tsx";
import { firstWords, toldText } from "../../features/told-text.ts";
import { periodName } from "../../i18n/i18n.ts";
import { Decisions } from "../../features/decisions.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";
import { Numbers } from "./period-list.tsx";
import { PeriodState } from "./period-state.tsx";

type PeriodRecord = CallData<typeof DESK_CALLS.period>;
const EVERY_MS = 5_000;

/** Detail page of a period: its sales, result and payouts. */
export function PeriodShow() {
  return (
    <RecordPage title={<PeriodTitle />} everyMs={EVERY_MS}>
      <Period />
    </RecordPage>
  );
}

function PeriodTitle() {
  const t = useI18n();
  const record = useRecordContext<PeriodRow>();
  return <PageTitle name={record === undefined ? "" : `${t("period.one")} ${periodName(record)}`} />;
}

function Period() {
  const t = useI18n();
  const period = useRecordContext<PeriodRecord>();
  const voidFacts = useVoidFacts(period);
  const { money } = useConfig();
  if (period === undefined) return null;
  return (
    <Box sx={{ display: "grid", gap: 2, mt: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Card sx={{ p: 2.5, display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}>
        <Box sx={{ flex: 1, minWidth: 240 }}>
          <Typography component="h2" variant="h2">
            {periodName(period)}
          </Typography>
          <Box sx={{ fontSize: "1.2rem", mt: 0.5 }}>
            <Numbers numbers={period.numbers} />
          </Box>
        </Box>
        <PeriodState period={period} />
        <VoidButton period={period} />
      </Card>
      {period.voidAsked !== null && period.state === "open" && (
        <Alert severity="warning">
          {t("period.voidAskedBy", {
            name: period.voidAsked.operator.name,
            reason: firstWords(period.voidAsked, t),
          })}
          {period.voidAsked.stake !== null && (
            <Box>{t("voids.stakeThen", { stake: money(period.voidAsked.stake) })}</Box>
          )}
        </Alert>
      )}
      <Card sx={{ p: 2.5 }}>
        <FactList
          facts={[
            { label: t("period.openAt"), value: <Moment at={period.openAt} /> },
            { label: t("period.closeAt"), value: <Moment at={period.closeAt} /> },
            { label: t("period.drawAt"), value: <Moment at={period.drawAt} /> },
            { label: t("period.drawnAt"), value: <Moment at={period.drawnAt} /> },
            { label: t("period.settledAt"), value: <Moment at={period.settledAt} /> },
            { term: "period.orders", value: period.orders },
            { term: "period.stake", value: <Amount value={period.stake} strong /> },
            { term: "period.payout", value: <Amount value={period.payout} strong /> },
            { term: "period.refund", value: <Refund period={period} /> },
            ...voidFacts,
            {
              label: t("period.commitment"),
              wide: true,
              value: <span style={{ fontFamily: MONO, fontSize: "0.75rem" }}>{period.commitment}</span>,
            },
          ]}
        />
      </Card>
      <Decisions list={period.decisions} />
      <Proof period={period} />
      <Typography color="textSecondary">{t("period.resultHint")}</Typography>
    </Box>
  );
}

/** The stakes that went back; of a void period while refunds run, of how much. */
function Refund({ period: { state, settledAt, refund, stake } }: { readonly period: PeriodRecord }) {
  const t = useI18n();
  const { money } = useConfig();
  return (
    <>
      <Amount value={refund} strong />
      {state === "voided" && settledAt === null && ` ${t("period.refunding", { stake: money(stake) })}`}
    </>
  );
}

/** Why a period has no result, and which two people decided so. */
function useVoidFacts(period: PeriodRecord | undefined): readonly Fact[] {
  const t = useI18n();
  const { time } = useConfig();
  if (period === undefined) return [];
  const { state, voidReason, voidedBy, ruleVoid } = period;
  return [
    ...(voidReason === null
      ? []
      : [
          {
            label: t("period.voidReason"),
            value: <VoidReason reason={voidReason} ruleVoid={ruleVoid} />,
            wide: true,
          },
        ]),
    ...(voidedBy === null || state !== "voided"
      ? []
      : [
          {
            label: t("period.voidedBy"),
            value: t("period.voidedByTwo", {
              first: voidedBy.first.name,
              second: voidedBy.second.name,
              time: time(voidedBy.at),
            }),
          },
        ]),
    ...(state === "skipped"
      ? [{ label: t("period.skipped"), value: t("period.skippedWhy"), wide: true }]
      : []),
  ];
}

/** Why a period is void: what the rules found, also after somebody has marked it as seen; else what players were told. */
function VoidReason({ reason, ruleVoid }: { readonly reason: string } & Pick<PeriodRecord, "ruleVoid">) {
  const t = useI18n();
  if (ruleVoid === null) return toldText(reason, t);
  return (
    <>
      <RuleVoidCause {...ruleVoid} />
      {ruleVoid.seenBy !== null && (
        <Box sx={{ color: "text.secondary" }}>{t("ruleVoid.seenBy", { name: ruleVoid.seenBy.name })}</Box>
      )}
    </>
  );
}

/** Link to the public verification of the draw in the players' app. */
function Proof({ period }: { readonly period: PeriodRecord }) {
  const t = useI18n();
  const { playersUrl } = useConfig();
  if (period.numbers === null || playersUrl === "") return null;
  const query = new URLSearchParams({ code: period.gameCode, prize: period.periodNo });
  return (
    <Link href={`${playersUrl}/pages-sub/fairness/index?${query}`} target="_blank" rel="noreferrer">
      {t("period.proof")}
    </Link>
  );
}

function VoidButton({ period }: { readonly period: PeriodRow }) {
  const t = useI18n();
  const { call } = useDesk();
  const { id: ownId } = useConfig();
  const whyNotSecond = useWhyNotSecond();
  const first = period.voidAsked;
  const byYou = first?.operator.id === ownId;
  const { data: cost, reload } = useVoidCost(period.state === "open" ? [period.id] : []);
  const voids = useAlone()?.voids;
  const spent =
    voids !== undefined && voids.used >= voids.most ? t("alone.voids", { most: voids.most }) : undefined;
  return (
    <VoidButtons
      label={t("action.period.void")}
      state={period.state}
      count={1}
      cost={cost}
      first={requestOf([first], ownId)}
      blocked={
        byYou
          ? t("period.voidAskedByYou")
          : (spent ?? whyNotSecond(first === null ? [] : [first.operator.id]))
      }
      hint={<Typography sx={{ mb: 1 }}>{t("period.voidHint", { period: periodName(period) })}</Typography>}
      run={({ reason, note, agreed, idempotencyKey }) =>
        call(
          DESK_CALLS.voidPeriod,
          { params: { id: period.id }, body: { reason, ...note, ...agreed } },
          { idempotencyKey },
        ).finally(reload)
      }
    />
  );
}
