import { Box, Card, Typography } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { useState } from "react";
import { useListContext } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { Moment } from "../../parts/amount.tsx";
import { PagedList } from "../../parts/paged-list.tsx";
import { EMPTY_DRAFT, finishedTexts, WrittenTexts } from "../../parts/written-texts.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useWords } from "../../words/use-words.ts";
import { MessageToMany } from "./message-to-many.tsx";

type NoticeRow = CallData<typeof DESK_CALLS.notices>["list"][number];

/** What was said to everybody, and the places to say more. */
export function NoticeList() {
  const t = useWords();
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

function NewNotice() {
  const t = useWords();
  const { call } = useDesk();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const texts = finishedTexts(draft);
  return (
    <Card sx={{ p: 2.5 }}>
      <Typography component="h2" variant="h3" sx={{ mb: 1 }}>
        {t("notice.new")}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {t("notice.hint")}
      </Typography>
      <WrittenTexts draft={draft} onChange={setDraft} />
      <Box sx={{ mt: 2 }}>
        <ActionButton
          action="notice.publish"
          look="main"
          blocked={texts === undefined ? t("texts.unfinished") : undefined}
          summary={Object.values(texts ?? {})
            .map(({ title }) => title)
            .join(" / ")}
          run={({ idempotencyKey }) =>
            call(DESK_CALLS.publishNotice, { body: { texts: texts ?? {} } }, { idempotencyKey })
          }
          onDone={() => setDraft(EMPTY_DRAFT)}
        />
      </Box>
    </Card>
  );
}

function Notices() {
  const t = useWords();
  const { data = [] } = useListContext<NoticeRow>();
  if (data.length === 0)
    return (
      <Typography color="textSecondary" sx={{ p: 3 }}>
        {t("notice.none")}
      </Typography>
    );
  return (
    <Box sx={{ display: "grid" }}>
      {data.map(({ id, texts, time, operator }) => (
        <Box key={id} sx={{ p: 2, borderBottom: 1, borderColor: "divider" }}>
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
            {operator === null ? "" : ` · ${operator.name}`} · {Object.keys(texts).join(", ")}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
