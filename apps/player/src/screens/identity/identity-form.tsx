import { ApiError } from "@lotus/client";
import { CALLS, PROVING_KINDS, type Identity } from "@lotus/contract";
import { Button, Card, CircleAlertIcon, InfoIcon, ListRow, Strip } from "@lotus/ui";
import { useMutation } from "@tanstack/react-query";
import { queryClient } from "../../api/query-client.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { api } from "../../session/api.ts";
import { DocumentList } from "./document-list.tsx";
import { identityQuery, showIdentity } from "./identity-queries.ts";
import { PersonForm } from "./person-form.tsx";
import styles from "./identity.module.css";

/** What is still to be told and shown, and the button that sends it. */
export function IdentityForm({ identity }: { identity: Identity }) {
  const { t } = useI18n();
  const { realName, birthDate } = identity;
  const isKnown = realName !== null && birthDate !== null;
  return (
    <>
      <Standing identity={identity} />
      {isKnown ? (
        <Card padding="none">
          <ListRow title={t("identity.name")} value={realName} />
          <ListRow title={t("auth.birthDate")} value={birthDate} />
          <p className={styles.foot}>{t("identity.fixed")}</p>
        </Card>
      ) : (
        <PersonForm birthDate={birthDate} />
      )}
      <DocumentList documents={identity.documents} />
      <Submit identity={identity} isKnown={isKnown} />
    </>
  );
}

function Standing({ identity: { state, reason } }: { identity: Identity }) {
  const { t } = useI18n();
  if (state === "refused")
    return (
      <Strip tone="red" shape="card" icon={<CircleAlertIcon size={20} aria-hidden />}>
        <b>{t("identity.refused.title")}</b>
        {reason !== undefined && <p className={styles.reason}>{t("identity.refused.words", { reason })}</p>}
        <p>{t("identity.refused.again")}</p>
      </Strip>
    );
  return (
    <Strip
      tone={state === "asked" ? "amber" : "brand"}
      shape="card"
      icon={<InfoIcon size={20} aria-hidden />}
    >
      {state === "asked" && <b>{t("identity.asked")}</b>}
      <p>{t("identity.intro")}</p>
    </Strip>
  );
}

function Submit({ identity, isKnown }: { identity: Identity; isKnown: boolean }) {
  const { t } = useI18n();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(CALLS.submitIdentity, {}),
    onSuccess: showIdentity,
    onError: (thrown) => {
      // Another window may have sent them.
      if (thrown instanceof ApiError)
        void queryClient.invalidateQueries({ queryKey: identityQuery.queryKey });
    },
  });
  const isProven = identity.documents.some(
    ({ kind, state }) => state === "uploaded" && PROVING_KINDS.includes(kind),
  );
  const missing = !isKnown
    ? "identity.missingPerson"
    : !isProven
      ? "identity.missingDocument"
      : identity.triesLeft === 0
        ? "identity.noTries"
        : undefined;
  return (
    <div className={styles.submit}>
      <Button
        size="l"
        block
        busy={isPending}
        disabled={missing !== undefined}
        aria-describedby={missing === undefined ? undefined : "identity-missing"}
        onClick={() => mutate()}
      >
        {t("identity.submit")}
      </Button>
      {missing !== undefined && (
        <p id="identity-missing" className={styles.hint}>
          {t(missing)}
        </p>
      )}
    </div>
  );
}
