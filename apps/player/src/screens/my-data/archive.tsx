import { CALLS } from "@lotus/contract";
import { Button, Card } from "@lotus/ui";
import { useState } from "react";
import { queryClient } from "../../api/query-client.ts";
import { contractResolver } from "../../components/form/contract-resolver.ts";
import { PinControl } from "../../components/form/pin-control.tsx";
import { useCallForm, type CallForm } from "../../components/form/use-call-form.ts";
import { useSubmitOnce } from "../../components/form/use-submit-once.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { api } from "../../session/api.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { archiveQuery, type ArchiveState } from "./archive-query.ts";
import styles from "./my-data.module.css";

interface PasswordForm {
  trans_password: string;
}

const SHARED = {
  resolver: contractResolver<PasswordForm>(CALLS.exportData.body, (form) => form),
  defaultValues: { trans_password: "" },
} as const;

const ASK: CallForm<PasswordForm> = {
  ...SHARED,
  refusals: {
    TRANS_PASSWORD_WRONG: "trans_password",
    TRANS_PASSWORD_LOCKED: "trans_password",
    EXPORT_TOO_OFTEN: "trans_password",
    EXPORT_MAKING: "trans_password",
  },
  send: (body, options) => api.call(CALLS.exportData, { body }, options),
};

const DOWNLOAD: CallForm<PasswordForm> = {
  ...SHARED,
  refusals: {
    TRANS_PASSWORD_WRONG: "trans_password",
    TRANS_PASSWORD_LOCKED: "trans_password",
    EXPORT_UNKNOWN: "trans_password",
  },
  send: async (body, options) => {
    const { ticket } = await api.call(CALLS.exportTicket, { body }, options);
    // The browser saves it as it comes, however large it is. The ticket is worth nothing afterwards.
    const link = document.createElement("a");
    link.href = `/api/user/exportFile/${ticket}`;
    link.download = "my-data.zip";
    link.click();
  },
};

const refresh = () => queryClient.invalidateQueries({ queryKey: archiveQuery.queryKey });

/** The copy of everything: asked for, made, and downloaded, each with the withdrawal password. */
export function Archive({ archive }: { archive: ArchiveState }) {
  const { t, dateTime } = useI18n();
  const [isAnew, setAnew] = useState(false);
  const { state, readyAt = 0, expiresAt = 0, bytes = 0 } = archive;
  const isReady = state === "ready" && !isAnew;
  return (
    <section aria-labelledby="my-data-copy">
      <h2 className={styles.title} id="my-data-copy">
        {t("privacy.copy.title")}
      </h2>
      <Card>
        <div className={styles.copy}>
          <p className={styles.words}>{t("privacy.copy.words")}</p>
          {state !== "none" && !isAnew && (
            <output className={styles.state}>
              <strong>{t(`privacy.${state}.title`)}</strong>
              <span className={styles.words}>
                {state === "ready"
                  ? t("privacy.ready.words", {
                      time: dateTime(readyAt),
                      until: dateTime(expiresAt),
                      size: sizeOf(bytes),
                    })
                  : t(state === "making" ? "privacy.making.words" : "privacy.failed.words")}
              </span>
            </output>
          )}
          {isReady && (
            <>
              <PasswordPart
                key="download"
                form={DOWNLOAD}
                label={t("privacy.download")}
                onSent={() => notifySuccess(t("privacy.saved"))}
              />
              <Button variant="ghost" block onClick={() => setAnew(true)}>
                {t("privacy.again")}
              </Button>
            </>
          )}
          {!isReady && state !== "making" && (
            <PasswordPart
              key="ask"
              form={ASK}
              label={t("privacy.copy.ask")}
              onSent={() => {
                setAnew(false);
                void refresh();
              }}
            />
          )}
        </div>
      </Card>
    </section>
  );
}

function PasswordPart({
  form,
  label,
  onSent,
}: {
  form: CallForm<PasswordForm>;
  label: string;
  onSent: () => void;
}) {
  const { t } = useI18n();
  const { control, formState, submit } = useCallForm(form, async (_, { reset }) => {
    reset();
    onSent();
    await Promise.resolve();
  });
  return (
    <form className={styles.form} onSubmit={useSubmitOnce(submit)} noValidate>
      <PinControl control={control} name="trans_password" label={t("privacy.password")} />
      <Button type="submit" block busy={formState.isSubmitting}>
        {label}
      </Button>
    </form>
  );
}

const KILO = 1_000;

/** "3.5 MB" as files are named; units are the same in every language. */
function sizeOf(bytes: number): string {
  return bytes < KILO * KILO
    ? `${Math.max(1, Math.round(bytes / KILO))} KB`
    : `${(bytes / KILO / KILO).toFixed(1)} MB`;
}
