import type { Identity } from "@lotus/contract";
import { Button, NavBar, Skeleton, SkeletonGroup, StateScreen } from "@lotus/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { FailedState } from "../../components/failed-state.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useLiveEvent } from "../../live/live-events.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { identityQuery } from "./identity-queries.ts";
import { IdentityForm } from "./identity-form.tsx";
import { PrivacyCard } from "./privacy-card.tsx";
import styles from "./identity.module.css";

/** Identity check: name, date of birth and photos of documents, and what came of them. */
export function Screen() {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(identityQuery);
  // The desk's decision comes with a message.
  useLiveEvent("message", () => void client.invalidateQueries({ queryKey: identityQuery.queryKey }));
  return (
    <>
      <NavBar
        title={t("app.page.identity")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
      />
      {data !== undefined && <Page identity={data} />}
      {data === undefined && error === null && (
        <SkeletonGroup label={t("app.loading")} className={styles.page}>
          <Skeleton height={120} radius={16} />
          <Skeleton height={320} radius={16} />
        </SkeletonGroup>
      )}
      {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
    </>
  );
}

function Page({ identity }: { identity: Identity }) {
  const { state, documentDays } = identity;
  return (
    <div className={styles.page} data-identity={state}>
      {state === "inReview" || state === "verified" ? (
        <Outcome state={state} />
      ) : (
        <IdentityForm identity={identity} />
      )}
      <PrivacyCard days={documentDays} />
    </div>
  );
}

function Outcome({ state }: { state: "inReview" | "verified" }) {
  const { t } = useI18n();
  return (
    <StateScreen
      picture={<LotusPond state={state === "verified" ? "moon" : "bud"} />}
      title={t(`identity.${state}.title`)}
      action={
        state === "verified" && (
          <Button onClick={() => void navigation.push(href("withdraw"))}>{t("app.page.withdraw")}</Button>
        )
      }
    >
      {t(`identity.${state}.words`)}
    </StateScreen>
  );
}
