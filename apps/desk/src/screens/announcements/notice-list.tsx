import { LOCALE_NAMES, LOCALES } from "@lotus/locales";
import { Box, Typography } from "@mui/material";
import { DESK_CALLS, type NoticeRow } from "@lotus/contract/desk";
import { useState } from "react";
import { useListContext } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { Moment } from "../../components/amount.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { StateChip, type Tone } from "../../components/state-chip.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { dayEnd, dayOf } from "../../i18n/days.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { MessageToMany } from "./message-to-many.tsx";
import { LastDay, NewNotice } from "./new-notice.tsx";

const TONES: Readonly<Record<NoticeRow["state"], Tone>> = { shown: "good", over: "quiet", withdrawn: "bad" };

/** Notices to all players, with the forms for new notices and messages. */
export function NoticeList() {
  const t = useI18n();
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { lg: "1fr 1fr" }, mt: 2, alignItems: "start" }}>
      <NewNotice />
      <MessageToMany />
      <Box sx={{ gridColumn: "1 / -1" }}>
        <PagedList title={t("resources.notices.name")}>
          <Notices />
        </PagedList>
      </Box>
    </Box>
  );
}

function Notices() {
  const { data = [] } = useListContext<NoticeRow>();
  return (
    <Box sx={{ display: "grid" }}>
      {data.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
    </Box>
  );
}

function Notice({ notice }: { readonly notice: NoticeRow }) {
  const t = useI18n();
  const { texts, time, operator, state, shownUntil, withdrawnAt, withdrawnBy } = notice;
  return (
    <Box
      component="article"
      sx={{ p: 2, borderBottom: 1, borderColor: "divider", display: "flex", gap: 2, flexWrap: "wrap" }}
    >
      <Box sx={{ flex: "1 1 320px", minWidth: 0 }}>
        {Object.entries(texts).map(([locale, { title, body }]) => (
          <Box key={locale} lang={locale} sx={{ mb: 1 }}>
            <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
            <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} color="textSecondary">
              {body}
            </Typography>
          </Box>
        ))}
        <Typography variant="caption" color="textSecondary">
          <Moment at={time} />
          {operator === null ? "" : ` · ${operator.name}`} ·{" "}
          {LOCALES.filter((each) => texts[each] !== undefined)
            .map((each) => LOCALE_NAMES[each])
            .join(", ")}
        </Typography>
      </Box>
      <Box sx={{ display: "grid", gap: 1, alignContent: "start", justifyItems: "end" }}>
        <StateChip tone={TONES[state]} label={t(`notice.state.${state}`)} />
        {shownUntil !== null && state !== "withdrawn" && (
          <Typography variant="caption" color="textSecondary">
            {t("notice.until")} <Moment at={shownUntil} />
          </Typography>
        )}
        {withdrawnAt !== null && (
          <Typography variant="caption" color="textSecondary">
            <Moment at={withdrawnAt} />
            {withdrawnBy === null ? "" : ` · ${withdrawnBy.name}`}
          </Typography>
        )}
        {state !== "withdrawn" && <NoticeActions notice={notice} />}
      </Box>
    </Box>
  );
}

function NoticeActions({ notice }: { readonly notice: NoticeRow }) {
  const { call } = useDesk();
  const { timeZone } = useConfig();
  const { id, state, shownUntil, texts } = notice;
  const params = { id };
  const title = Object.values(texts)[0]?.title ?? "";
  const presentLastDay = shownUntil === null ? "" : dayOf(shownUntil - 1, timeZone);
  const [lastDay, setLastDay] = useState(presentLastDay);
  const until = lastDay === "" ? null : (dayEnd(lastDay, timeZone) ?? null);
  return (
    <Box sx={{ display: "flex", gap: 1 }}>
      <ActionButton
        action="notice.schedule"
        state={state}
        summary={title}
        onOpen={() => setLastDay(presentLastDay)}
        fields={<LastDay value={lastDay} onChange={setLastDay} />}
        run={({ idempotencyKey }) =>
          call(DESK_CALLS.scheduleNotice, { params, body: { until } }, { idempotencyKey })
        }
      />
      <ActionButton
        action="notice.withdraw"
        state={state}
        variant="danger"
        summary={title}
        run={({ reason, idempotencyKey }) =>
          call(DESK_CALLS.withdrawNotice, { params, body: { reason } }, { idempotencyKey })
        }
      />
    </Box>
  );
}
