import { NavBar, Skeleton, SkeletonGroup } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { FailedState } from "../../components/failed-state.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { navigation } from "../../shell/navigation.ts";
import { archiveQuery } from "./archive-query.ts";
import { Archive } from "./archive.tsx";
import { Kept } from "./kept.tsx";
import styles from "./my-data.module.css";

/** What the house keeps of the player and for how long, a copy of all of it, and the way to close the account. */
export function Screen() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(archiveQuery);
  return (
    <>
      <NavBar title={t("app.page.myData")} onBack={() => void navigation.back()} backLabel={t("app.back")} />
      {data !== undefined ? (
        <div className={styles.page}>
          <Archive archive={data} />
          <Kept keeps={data.keeps} />
        </div>
      ) : error === null ? (
        <SkeletonGroup label={t("app.loading")} className={styles.page}>
          <Skeleton height={260} radius={16} />
          <Skeleton height={320} radius={16} />
        </SkeletonGroup>
      ) : (
        <FailedState error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}
