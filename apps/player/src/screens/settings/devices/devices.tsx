import { CALLS } from "@lotus/contract";
import { Button, Card, ConfirmDialog, NavBar, Skeleton, SkeletonGroup } from "@lotus/ui";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FailedState } from "../../../components/failed-state.tsx";
import { queryClient } from "../../../api/query-client.ts";
import { api } from "../../../session/api.ts";
import { navigation } from "../../../shell/navigation.ts";
import { notifySuccess } from "../../../shell/notify.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { deviceName, DeviceRow, type Session } from "./device-row.tsx";
import styles from "./devices.module.css";

const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => api.call(CALLS.sessions, {}, { signal, hideErrors: true }),
});

/** The player's sessions, and how to end them. */
export function Screen() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(sessionsQuery);
  return (
    <>
      <NavBar title={t("app.page.devices")} onBack={() => void navigation.back()} backLabel={t("app.back")} />
      {data !== undefined ? (
        <SessionList list={data.list} />
      ) : error === null ? (
        <SkeletonGroup label={t("app.loading")} className={styles.body}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height={72} radius={16} />
          ))}
        </SkeletonGroup>
      ) : (
        <FailedState error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}

/** What to end: one session, or all the others. */
type Ending = Session | "others";

function SessionList({ list }: { list: readonly Session[] }) {
  const { t } = useI18n();
  const [asking, setAsking] = useState<Ending | undefined>();
  const alone = list.length < 2;
  return (
    <div className={styles.body}>
      <Card padding="none">
        {list.map((session) => (
          <DeviceRow key={session.id} session={session} onEnd={() => setAsking(session)} />
        ))}
      </Card>
      {alone ? (
        <p className={styles.alone}>{t("account.devices.alone")}</p>
      ) : (
        <Button variant="outline" block onClick={() => setAsking("others")}>
          {t("account.devices.endOthers")}
        </Button>
      )}
      <AskToEnd ending={asking} onClose={() => setAsking(undefined)} />
    </div>
  );
}

function AskToEnd({ ending, onClose }: { ending: Ending | undefined; onClose: () => void }) {
  const words = useI18n();
  const { t } = words;
  const [busy, setBusy] = useState(false);
  const others = ending === "others";
  async function end() {
    if (ending === undefined) return;
    setBusy(true);
    try {
      const session_id = ending === "others" ? ending : ending.id;
      const { ended } = await api.call(CALLS.endSession, { body: { session_id } });
      notifySuccess(t("account.devices.ended", { count: ended }));
    } catch {
      // The error has already been shown; the list is refetched below.
    }
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    setBusy(false);
    onClose();
  }
  return (
    <ConfirmDialog
      open={ending !== undefined}
      title={t(others ? "account.devices.endOthersAsk" : "account.devices.endAsk")}
      confirmLabel={t("account.devices.end")}
      cancelLabel={t("app.cancel")}
      busy={busy}
      onConfirm={() => void end()}
      onCancel={onClose}
    >
      {ending === undefined || ending === "others"
        ? t("account.devices.endOthersWords")
        : t("account.devices.endWords", { name: deviceName(ending, words), address: ending.address })}
    </ConfirmDialog>
  );
}
