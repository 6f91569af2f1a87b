import { Alert, Box, Button, Card, Typography } from "@mui/material";
import { DESK_CALLS, type IdentityRecord } from "@lotus/contract/desk";
import { useState, type ReactNode } from "react";
import { useRecordContext, useRefresh } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { Age } from "../../components/age.tsx";
import { Moment } from "../../components/amount.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { PageTitle } from "../../components/page-title.tsx";
import { Picture } from "../../components/picture.tsx";
import { RecordPage } from "../../components/record-page.tsx";
import { useDecided } from "../../features/decided.ts";
import { IdentityState } from "../../features/identity-state.tsx";
import { PlayerLink } from "../../features/player-link.tsx";
import { RevealedPerson } from "../../features/revealed-person.tsx";
import { toldText } from "../../features/told-text.ts";
import { Decisions } from "../../features/decisions.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useDesk } from "../../shell/desk.ts";

/** Documents that a player has sent, beside what the player has told, and the decision about them. */
export function IdentityShow() {
  return (
    <RecordPage title={<Title />}>
      <Identity />
    </RecordPage>
  );
}

function Title() {
  const t = useI18n();
  const record = useRecordContext<IdentityRecord>();
  return <PageTitle name={record === undefined ? "" : `${t("identity.one")} ${record.player.name}`} />;
}

function Identity() {
  const t = useI18n();
  const refresh = useRefresh();
  const record = useRecordContext<IdentityRecord>();
  if (record === undefined) return null;
  return (
    <Box sx={{ display: "grid", gap: 2, mt: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Head record={record} />
      <Facts record={record} />
      <Decisions list={record.decisions} />
      <Part title={t("identity.person")}>
        <RevealedPerson player={record.player} person={record.person} onChanged={refresh} />
      </Part>
      <Part title={t("identity.documents")}>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {t("identity.documentsHint")}
        </Typography>
        <Box
          sx={{
            display: "grid",
            gap: 2,
            gridTemplateColumns: "repeat(auto-fill, minmax(min(280px, 100%), 1fr))",
          }}
        >
          {record.documents.map((document) => (
            <Document key={document.id} document={document} />
          ))}
        </Box>
      </Part>
    </Box>
  );
}

function Head({ record }: { readonly record: IdentityRecord }) {
  return (
    <Card sx={{ p: 2.5, display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}>
      <Box sx={{ flex: 1, minWidth: 220 }}>
        <Typography component="h2" variant="h2">
          <PlayerLink player={record.player} />
        </Typography>
        {record.state === "waiting" && <Age since={record.sentAt} />}
      </Box>
      <IdentityState state={record.state} />
      <Decide record={record} />
    </Card>
  );
}

function Decide({ record: { id, player, state } }: { readonly record: IdentityRecord }) {
  const t = useI18n();
  const { call } = useDesk();
  const params = { id };
  const decided = useDecided();
  const outcome = async (): Promise<string> => {
    const now = await call(DESK_CALLS.identity, { params });
    const what = t(`identity.state.${now.state}`);
    return decided({ by: now.operator, what, at: now.decidedAt, reason: now.reason });
  };
  return (
    <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
      <ActionButton
        action="identity.verify"
        outcome={outcome}
        variant="main"
        state={state}
        playerState={player.status}
        summary={
          <>
            <Box sx={{ mb: 1 }}>{player.name}</Box>
            <Box sx={{ mb: 1, color: "text.secondary" }}>{t("identity.verifyHint")}</Box>
          </>
        }
        run={({ reason, idempotencyKey }) =>
          call(
            DESK_CALLS.verifyIdentity,
            { params, body: reason === "" ? {} : { reason } },
            { idempotencyKey },
          )
        }
      />
      <ActionButton
        action="identity.refuse"
        outcome={outcome}
        variant="danger"
        state={state}
        playerState={player.status}
        summary={
          <>
            <Box sx={{ mb: 1 }}>{player.name}</Box>
            <Box sx={{ mb: 1, color: "text.secondary" }}>{t("identity.refuseHint")}</Box>
          </>
        }
        run={({ reason, note, idempotencyKey }) =>
          call(DESK_CALLS.refuseIdentity, { params, body: { reason, ...note } }, { idempotencyKey })
        }
      />
    </Box>
  );
}

function Facts({ record }: { readonly record: IdentityRecord }) {
  const t = useI18n();
  const { sentAt, verdict, decidedAt, operator, reason } = record;
  return (
    <Card sx={{ p: 2.5 }}>
      <FactList
        facts={[
          { label: t("identity.sentAt"), value: <Moment at={sentAt} /> },
          {
            label: t("identity.provider"),
            value: verdict === null ? "–" : t(`identity.verdict.${verdict}`),
          },
          { label: t("identity.decidedAt"), value: <Moment at={decidedAt} /> },
          { label: t("identity.decidedBy"), value: operator?.name ?? "–" },
          { label: t("identity.reason"), value: reason === "" ? "–" : toldText(reason, t) },
        ]}
      />
    </Card>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card component="section" sx={{ p: 2.5 }}>
      <Typography component="h2" variant="h3" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </Card>
  );
}

/** A document is fetched only when it is asked for, since each look at one is logged. */
function Document({ document }: { readonly document: IdentityRecord["documents"][number] }) {
  const t = useI18n();
  const [shown, setShown] = useState(false);
  const { id, kind, uploadedAt, erased } = document;
  return (
    <Box sx={{ display: "grid", gap: 1, alignContent: "start", justifyItems: "start" }}>
      <Typography component="h3" variant="subtitle2">
        {t(`identity.kind.${kind}`)}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        <Moment at={uploadedAt} />
      </Typography>
      {erased && <Alert severity="info">{t("identity.erased")}</Alert>}
      {!erased && shown && <Picture path={`/desk/api/identities/documents/${id}`} />}
      {!erased && !shown && (
        <Button variant="outlined" size="small" onClick={() => setShown(true)}>
          {t("identity.look")}
        </Button>
      )}
    </Box>
  );
}
