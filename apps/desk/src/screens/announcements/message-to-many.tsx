import { Box, Card, MenuItem, TextField, Typography } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import { formatMoney, parseMoneyInput, tidyTyped } from "@lotus/money";
import { useState } from "react";
import { useNotify } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { EMPTY_DRAFT, finishedTexts, WrittenTexts } from "../../features/written-texts.tsx";
import { DayField } from "../../components/day-field.tsx";
import { useCall } from "../../components/use-call.ts";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { dayEnd, dayStart } from "../../i18n/days.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

const STATES = ["active", "locked"] as const;

/** The audience of a message as typed; an empty field excludes nobody. */
interface Filter {
  readonly status: string;
  readonly fromDay: string;
  readonly toDay: string;
  readonly balance: string;
}

const ANYBODY: Filter = { status: "active", fromDay: "", toDay: "", balance: "" };

/** Sends a site message to all matching players. */
export function MessageToMany() {
  const t = useI18n();
  const { call } = useDesk();
  const notify = useNotify();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [filter, setFilter] = useState(ANYBODY);
  const audience = useAudience(filter);
  const { data } = useCall(DESK_CALLS.countAudience, { query: audience ?? {} });
  const texts = finishedTexts(draft);
  const players = audience === undefined ? undefined : data?.players;
  const nobody = players === 0 ? t("message.nobody") : undefined;
  return (
    <Card sx={{ p: 2.5 }}>
      <Typography component="h2" variant="h3" sx={{ mb: 1 }}>
        {t("message.new")}
      </Typography>
      <AudienceFields filter={filter} onChange={(part) => setFilter({ ...filter, ...part })} />
      <Typography component="output" sx={{ display: "block", my: 1 }}>
        {players === undefined ? t("message.counting") : t("message.count", { count: players })}
      </Typography>
      <WrittenTexts draft={draft} onChange={setDraft} />
      <Box sx={{ mt: 2 }}>
        <ActionButton
          action="message.send"
          variant="main"
          blocked={
            texts === undefined
              ? t("texts.unfinished")
              : (nobody ?? (players === undefined ? t("message.counting") : undefined))
          }
          summary={t("message.toCount", { count: players ?? 0 })}
          run={({ idempotencyKey }) =>
            call(
              DESK_CALLS.sendMessages,
              { body: { to: audience ?? {}, texts: texts ?? {} } },
              { idempotencyKey },
            )
          }
          onDone={({ sent }) => {
            setDraft(EMPTY_DRAFT);
            notify(t("message.sent", { count: sent }), { type: "success" });
          }}
        />
      </Box>
    </Card>
  );
}

/** The filter as sent to the calls; undefined while a field is invalid. */
function useAudience({ status, fromDay, toDay, balance }: Filter) {
  const { locale, timeZone } = useConfig();
  const least = tidyTyped(balance) === "" ? undefined : parseMoneyInput(balance, locale);
  if (least?.ok === false) return undefined;
  const from = fromDay === "" ? undefined : dayStart(fromDay, timeZone);
  const before = toDay === "" ? undefined : dayEnd(toDay, timeZone);
  const state = STATES.find((known) => known === status);
  return {
    ...(state === undefined ? {} : { status: state }),
    ...(from === undefined ? {} : { registered_from: from }),
    ...(before === undefined ? {} : { registered_before: before }),
    ...(least === undefined || least.value === 0n ? {} : { balance_from: formatMoney(least.value) }),
  };
}

interface AudienceFieldsProps {
  readonly filter: Filter;
  readonly onChange: (part: Partial<Filter>) => void;
}

function AudienceFields({ filter, onChange }: AudienceFieldsProps) {
  const t = useI18n();
  const { locale, currency } = useConfig();
  const typed = tidyTyped(filter.balance);
  return (
    <Box sx={{ display: "grid", gap: "0 12px", gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
      <TextField
        select
        label={t("message.to")}
        value={filter.status}
        onChange={({ target }) => onChange({ status: target.value })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t("filter.any")}</MenuItem>
        {STATES.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`player.status.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={`${t("message.balanceFrom")} (${currency})`}
        value={filter.balance}
        error={typed !== "" && !parseMoneyInput(typed, locale).ok}
        onChange={({ target }) => onChange({ balance: target.value })}
        slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 20 }, inputLabel: { shrink: true } }}
      />
      {(["fromDay", "toDay"] as const).map((field) => (
        <DayField
          key={field}
          label={t(field === "fromDay" ? "message.registeredFrom" : "message.registeredTo")}
          value={filter[field]}
          onChange={(day) => onChange({ [field]: day })}
        />
      ))}
    </Box>
  );
}
