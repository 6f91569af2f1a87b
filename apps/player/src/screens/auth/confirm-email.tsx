import { isRefusal } from "@lotus/client";
import { CALLS } from "@lotus/contract";
import { Button, NavBar, StateScreen } from "@lotus/ui";
import { useMutation } from "@tanstack/react-query";
import { FailedState } from "../../components/failed-state.tsx";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { queryClient } from "../../api/query-client.ts";
import { api } from "../../session/api.ts";
import { userInfoQuery } from "../../session/user-info.ts";
import { navigation } from "../../shell/navigation.ts";
import { href, type RouteQuery, type ScreenProps } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

/** Target of the link in a confirmation mail: binds the address once the player says so. Scanners of mail open links too. */
export function Screen({ query }: ScreenProps<RouteQuery<"confirmEmail">>) {
  const { t } = useI18n();
  const { token } = query;
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () =>
      api.call(
        CALLS.confirmEmail,
        { body: { token: token ?? "" } },
        { hideErrors: true, shownInPlace: ["EMAIL_LINK_UNKNOWN", "EMAIL_TAKEN"] },
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey }),
  });
  const refused = isRefusal(error, "EMAIL_LINK_UNKNOWN") || isRefusal(error, "EMAIL_TAKEN");
  const toApp = (
    <Button onClick={() => void navigation.relaunch(href("home"))}>{t("account.confirm.toApp")}</Button>
  );
  return (
    <>
      <NavBar title={t("app.page.email")} />
      {data !== undefined ? (
        <StateScreen picture={<LotusPond state="bud" />} title={t("account.confirm.done")} action={toApp}>
          {t("account.confirm.doneWords", { email: data.email })}
        </StateScreen>
      ) : refused || token === undefined ? (
        <StateScreen picture={<LotusPond state="petal" />} title={t("account.confirm.failed")} action={toApp}>
          {isRefusal(error, "EMAIL_TAKEN") ? error.msg : t("account.confirm.failedWords")}
        </StateScreen>
      ) : error !== null ? (
        <FailedState error={error} onRetry={mutate} />
      ) : (
        <StateScreen
          picture={<LotusPond state="bud" />}
          title={t("account.confirm.ask")}
          action={
            <Button busy={isPending} onClick={() => mutate()}>
              {t("account.confirm.confirm")}
            </Button>
          }
        >
          {t("account.confirm.askWords")}
        </StateScreen>
      )}
    </>
  );
}
