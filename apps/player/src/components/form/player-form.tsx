import { NavBar, Skeleton, SkeletonGroup } from "@lotus/ui";
import type { ReactNode } from "react";
import { useUserInfo, type UserInfo } from "../../session/user-info.ts";
import { navigation } from "../../shell/navigation.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { FailedState } from "../failed-state.tsx";
import styles from "./player-form.module.css";

/** A form that needs the player's data first: its fields depend on what is bound. */
export function PlayerForm({ title, form }: { title: string; form: (info: UserInfo) => ReactNode }) {
  const { t } = useI18n();
  const { data, error, refetch } = useUserInfo();
  if (data !== undefined) return form(data);
  return (
    <>
      <NavBar title={title} onBack={() => void navigation.back()} backLabel={t("app.back")} />
      {error === null ? (
        <SkeletonGroup label={t("app.loading")} className={styles.waiting}>
          <Skeleton height={20} width="60%" />
          <Skeleton height={72} radius={12} />
          <Skeleton height={48} radius={24} />
        </SkeletonGroup>
      ) : (
        <FailedState error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}
