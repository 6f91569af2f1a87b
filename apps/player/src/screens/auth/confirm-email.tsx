import { isRefusal } from "@lotus/client";
import { CALLS } from "@lotus/contract";
import { Button, NavBar, Spinner, StateScreen } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { FailedState } from "../../components/failed-state.tsx";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { queryClient } from "../../api/query-client.ts";
import { api } from "../../session/api.ts";
import { userInfoQuery } from "../../session/user-info.ts";
import { navigation } from "../../shell/navigation.ts";
import { href, type RouteQuery, type ScreenProps } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./confirm-email.module.css";

/** Target of the link in a confirmation mail: binds the address it was sent to. */
export function Screen({ query }: ScreenProps<RouteQuery<"confirmEmail">>) {
  const { t } = useI18n();
  const { token } = query;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["confirmEmail", token],
    // The call is idempotent, so reopening the page may repeat it.
    queryFn: async () => {
      const bound = await api.call(
        CALLS.confirmEmail,
        { body: { token: token ?? "" } },
        { hideErrors: true, shownInPlace: ["EMAIL_LINK_UNKNOWN", "EMAIL_TAKEN"] },
      );
      await queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey });
      return bound;
    },
    enabled: token !== undefined,
    retry: false,
    staleTime: Infinity,
  });
  const refused = isRefusal(error, "EMAIL_LINK_UNKNOWN") || isRefusal(error, "EMAIL_TAKEN");
  return (
    <>
      <NavBar title={t("app.page.email")} />
      {data !== undefined ? (
        <Outcome state="bud" title={t("account.confirm.done")}>
          {t("account.confirm.doneWords", { email: data.email })}
        </Outcome>
      ) : refused || token === undefined ? (
        <Outcome state="petal" title={t("account.confirm.failed")}>
          {isRefusal(error, "EMAIL_TAKEN") ? error.msg : t("account.confirm.failedWords")}
        </Outcome>
      ) : error === null || isFetching ? (
        <output className={styles.busy}>
          <Spinner />
          {t("account.confirm.busy")}
        </output>
      ) : (
        <FailedState error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}

function Outcome(props: { state: "bud" | "petal"; title: string; children: string }) {
  const { t } = useI18n();
  return (
    <StateScreen
      picture={<LotusPond state={props.state} />}
      title={props.title}
      action={
        <Button onClick={() => void navigation.relaunch(href("home"))}>{t("account.confirm.toApp")}</Button>
      }
    >
      {props.children}
    </StateScreen>
  );
}
