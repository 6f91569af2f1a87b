import { Box, Card, Typography } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import { useState } from "react";
import { ActionButton } from "../../actions/action-button.tsx";
import { EMPTY_DRAFT, finishedTexts, WrittenTexts } from "../../features/written-texts.tsx";
import { DayField } from "../../components/day-field.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { dayEnd } from "../../i18n/days.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

/** Form of a notice to all players, without end or until the end of a day. */
export function NewNotice() {
  const t = useI18n();
  const { call } = useDesk();
  const { timeZone } = useConfig();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [lastDay, setLastDay] = useState("");
  const texts = finishedTexts(draft);
  const until = lastDay === "" ? null : (dayEnd(lastDay, timeZone) ?? null);
  return (
    <Card sx={{ p: 2.5 }}>
      <Typography component="h2" variant="h3" sx={{ mb: 1 }}>
        {t("notice.new")}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {t("notice.hint")}
      </Typography>
      <WrittenTexts draft={draft} onChange={setDraft} />
      <LastDay value={lastDay} onChange={setLastDay} />
      <Box sx={{ mt: 2 }}>
        <ActionButton
          action="notice.publish"
          variant="main"
          blocked={texts === undefined ? t("texts.unfinished") : undefined}
          summary={Object.values(texts ?? {})
            .map(({ title }) => title)
            .join(" / ")}
          run={({ idempotencyKey }) =>
            call(DESK_CALLS.publishNotice, { body: { texts: texts ?? {}, until } }, { idempotencyKey })
          }
          onDone={() => {
            setDraft(EMPTY_DRAFT);
            setLastDay("");
          }}
        />
      </Box>
    </Card>
  );
}

interface LastDayProps {
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** The last day on which a notice is shown; empty for no end. */
export function LastDay({ value, onChange }: LastDayProps) {
  const t = useI18n();
  return (
    <DayField
      label={t("notice.lastDay")}
      helperText={t("notice.lastDayHint")}
      value={value}
      onChange={onChange}
    />
  );
}
