import { Button, Card, FingerprintIcon, NavBar, Skeleton, SkeletonGroup, StateScreen } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LotusPond } from "../../../artwork/lotus-pond.tsx";
import { FailedState } from "../../../components/failed-state.tsx";
import { ConfirmSheet } from "../../../features/passkeys/confirm-sheet.tsx";
import { loadCeremony } from "../../../features/passkeys/late-ceremony.ts";
import { usePasskeysHere } from "../../../features/passkeys/passkeys-here.ts";
import { passkeysQuery, type Passkey } from "../../../features/passkeys/passkeys-query.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { queryClient } from "../../../api/query-client.ts";
import { useAppConfig } from "../../../queries/app-config.ts";
import { navigation } from "../../../shell/navigation.ts";
import { notifySuccess } from "../../../shell/notify.ts";
import { EditSheet } from "./edit-sheet.tsx";
import { PasskeyRow } from "./passkey-row.tsx";
import { RemoveSheet } from "./remove-sheet.tsx";
import styles from "./passkeys.module.css";

/** The player's passkeys, and how to add, rename and remove them. */
export function Screen() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(passkeysQuery);
  return (
    <>
      <NavBar
        title={t("app.page.passkeys")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
      />
      {data !== undefined ? (
        <Passkeys list={data.list} max={data.max} />
      ) : error === null ? (
        <SkeletonGroup label={t("app.loading")} className={styles.body}>
          {[1, 2].map((row) => (
            <Skeleton key={row} height={88} radius={16} />
          ))}
        </SkeletonGroup>
      ) : (
        <FailedState error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}

/** What is open above the page, and for which passkey; it stays while its sheet closes. */
interface OpenSheet {
  readonly kind: "add" | "edit" | "remove" | "none";
  readonly passkey?: Passkey;
}

function Passkeys({ list, max }: { list: readonly Passkey[]; max: number }) {
  const { t } = useI18n();
  const [sheet, setSheet] = useState<OpenSheet>({ kind: "none" });
  const here = usePasskeysHere();
  const close = () => setSheet((before) => ({ ...before, kind: "none" }));
  const hasPasskey = here === "here" && list.some(({ suspended }) => !suspended);
  return (
    <div className={styles.body}>
      {list.length > 0 && (
        <>
          <p className={styles.intro}>{t("passkeys.intro")}</p>
          <Card padding="none">
            {list.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onOpen={() => setSheet({ kind: "edit", passkey })}
              />
            ))}
          </Card>
        </>
      )}
      <AddPart count={list.length} max={max} onAdd={() => setSheet({ kind: "add" })} />
      <ConfirmSheet
        open={sheet.kind === "add"}
        title={t("passkeys.confirm")}
        submitLabel={t("passkeys.continue")}
        purpose="addPasskey"
        hasPasskey={hasPasskey}
        onClose={close}
        onConfirm={async (proof) => {
          const { addPasskey } = await loadCeremony();
          await addPasskey(proof, ["OLD_PASSWORD_WRONG"]);
          await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
          close();
          notifySuccess(t("passkeys.added"));
        }}
      />
      {sheet.passkey !== undefined && (
        <>
          <EditSheet
            key={sheet.passkey.id}
            open={sheet.kind === "edit"}
            passkey={sheet.passkey}
            onRemove={() => setSheet((before) => ({ ...before, kind: "remove" }))}
            onClose={close}
          />
          <RemoveSheet
            open={sheet.kind === "remove"}
            passkey={sheet.passkey}
            hasPasskey={hasPasskey}
            onClose={close}
          />
        </>
      )}
    </div>
  );
}

/** The way to a new passkey, or why there is none here. */
function AddPart({ count, max, onAdd }: { count: number; max: number; onAdd: () => void }) {
  const { t } = useI18n();
  const here = usePasskeysHere();
  const { passkeysAt = "" } = useAppConfig();
  if (here === "elsewhere")
    return (
      <StateScreen
        picture={<LotusPond state="moon" />}
        title={t("passkeys.elsewhere")}
        action={
          <a className={styles.link} href={`${passkeysAt}${location.pathname}`}>
            {t("passkeys.open", { address: passkeysAt })}
          </a>
        }
      >
        {t("passkeys.elsewhereWords", { address: passkeysAt })}
      </StateScreen>
    );
  if (here !== "here")
    return (
      <StateScreen picture={<LotusPond state="moon" />} title={t("passkeys.unsupported")}>
        {t("passkeys.unsupportedWords")}
      </StateScreen>
    );
  const add = (
    <Button block icon={<FingerprintIcon size={20} aria-hidden />} onClick={onAdd}>
      {t("passkeys.add")}
    </Button>
  );
  if (count === 0)
    return (
      <StateScreen picture={<LotusPond state="bud" />} title={t("passkeys.none")} action={add}>
        {t("passkeys.intro")}
      </StateScreen>
    );
  return count < max ? add : <p className={styles.intro}>{t("passkeys.full", { max })}</p>;
}
