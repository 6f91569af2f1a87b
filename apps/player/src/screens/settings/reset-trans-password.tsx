import { CALLS, type CallData } from "@lotus/contract";
import { Button, NavBar, Skeleton, SkeletonGroup, StateScreen } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { FailedState } from "../../components/failed-state.tsx";
import { contractResolver } from "../../components/form/contract-resolver.ts";
import { FormPage } from "../../components/form/form-page.tsx";
import { PinControl } from "../../components/form/pin-control.tsx";
import { useCallForm, type CallForm } from "../../components/form/use-call-form.ts";
import { loadCeremony } from "../../features/passkeys/late-ceremony.ts";
import { passkeysQuery } from "../../features/passkeys/passkeys-query.ts";
import { serverClock } from "../../api/server-clock.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { word } from "../../i18n/i18n.ts";
import { api } from "../../session/api.ts";
import { navigation } from "../../shell/navigation.ts";
import { notifyError, notifySuccess } from "../../shell/notify.ts";
import { href } from "../../shell/routes.ts";

const DAY_MS = 86_400_000;

interface ResetForm {
  password: string;
  password_confirmation: string;
}

/** The proof is asked for once the fields are right: it must not be asked for in vain. */
const TO_COME = { credential_id: "A", client_data_json: "A", authenticator_data: "A", signature: "A" };

const FORM: CallForm<ResetForm> = {
  resolver: contractResolver<ResetForm>(
    CALLS.resetTransPwd.body,
    (form) => ({ ...form, assertion: TO_COME }),
    (form) => ({
      password_confirmation:
        form.password === form.password_confirmation ? undefined : "validation.transPasswordsDiffer",
    }),
  ),
  defaultValues: { password: "", password_confirmation: "" },
  refusals: {},
  send: async (form, options) => {
    const { ceremonyProblem, proveByPasskey } = await loadCeremony();
    try {
      const body = { ...form, assertion: await proveByPasskey("resetTransPwd") };
      return await api.call(CALLS.resetTransPwd, { body }, options);
    } catch (thrown) {
      const problem = ceremonyProblem(thrown);
      if (problem !== undefined) notifyError(word(problem));
      throw thrown;
    }
  },
};

/** Sets a forgotten withdrawal password anew, by a passkey that has been on the account for some days. */
export function ResetTransPassword({ onKnown }: { onKnown: () => void }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(passkeysQuery);
  if (data !== undefined && hasOldPasskey(data))
    return <ResetFields days={data.resetAfterDays} onKnown={onKnown} />;
  return (
    <>
      <NavBar title={t("app.page.withdrawalPassword")} onBack={onKnown} backLabel={t("app.back")} />
      {data !== undefined ? (
        <StateScreen
          picture={<LotusPond state="bud" />}
          title={t("passkeys.trans.forgot")}
          action={
            <Button onClick={() => void navigation.switchTab(href("service"))}>
              {t("passkeys.trans.service")}
            </Button>
          }
        >
          {t("passkeys.trans.none", { days: data.resetAfterDays })}
        </StateScreen>
      ) : error === null ? (
        <SkeletonGroup label={t("app.loading")}>
          <Skeleton height={160} radius={16} />
        </SkeletonGroup>
      ) : (
        <FailedState error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}

function hasOldPasskey({ list, resetAfterDays }: CallData<typeof CALLS.passkeys>): boolean {
  const newest = serverClock.now() - resetAfterDays * DAY_MS;
  return list.some(({ createdAt, suspended }) => !suspended && createdAt <= newest);
}

function ResetFields({ days, onKnown }: { days: number; onKnown: () => void }) {
  const { t } = useI18n();
  const { control, formState, submit } = useCallForm(FORM, async () => {
    notifySuccess(t("account.transPasswordChanged"));
    await navigation.back();
  });
  return (
    <FormPage
      title={t("app.page.withdrawalPassword")}
      intro={
        <>
          <p>{t("passkeys.trans.words", { days })}</p>
          <p>{t("account.changeNote")}</p>
        </>
      }
      submitLabel={t("passkeys.trans.submit")}
      busy={formState.isSubmitting}
      onBack={onKnown}
      onSubmit={submit}
      foot={
        <Button variant="ghost" block onClick={onKnown}>
          {t("passkeys.trans.known")}
        </Button>
      }
    >
      <PinControl
        control={control}
        name="password"
        label={t("account.newTransPassword")}
        hint={t("auth.transPasswordHint")}
      />
      <PinControl control={control} name="password_confirmation" label={t("account.newTransPasswordAgain")} />
    </FormPage>
  );
}
