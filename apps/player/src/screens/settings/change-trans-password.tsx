import { CALLS } from "@lotus/contract";
import { Button } from "@lotus/ui";
import { contractResolver } from "../../components/form/contract-resolver.ts";
import { FormPage } from "../../components/form/form-page.tsx";
import { PinControl } from "../../components/form/pin-control.tsx";
import { useCallForm, type CallForm } from "../../components/form/use-call-form.ts";
import { api } from "../../session/api.ts";
import { navigation } from "../../shell/navigation.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

interface WithdrawPwdForm {
  old_pwd: string;
  password: string;
  password_confirmation: string;
}

const FORM: CallForm<WithdrawPwdForm> = {
  resolver: contractResolver<WithdrawPwdForm>(
    CALLS.updateTransPwd.body,
    (form) => form,
    (form) => ({
      password_confirmation:
        form.password === form.password_confirmation ? undefined : "validation.transPasswordsDiffer",
    }),
  ),
  defaultValues: { old_pwd: "", password: "", password_confirmation: "" },
  refusals: { TRANS_PASSWORD_WRONG: "old_pwd", TRANS_PASSWORD_LOCKED: "old_pwd" },
  send: (body, options) => api.call(CALLS.updateTransPwd, { body }, options),
};

/** Changes the withdrawal password by the current one. `onForgotten` leads to another way, if there is one. */
export function ChangeTransPassword({ onForgotten }: { onForgotten?: () => void }) {
  const { t } = useI18n();
  const { control, formState, submit } = useCallForm(FORM, async () => {
    notifySuccess(t("account.transPasswordChanged"));
    await navigation.back();
  });
  return (
    <FormPage
      title={t("app.page.withdrawalPassword")}
      intro={<p>{t("account.transNote")}</p>}
      submitLabel={t("account.changeTransPassword")}
      busy={formState.isSubmitting}
      onSubmit={submit}
      {...(onForgotten !== undefined && {
        foot: (
          <Button variant="ghost" block onClick={onForgotten}>
            {t("passkeys.trans.forgot")}
          </Button>
        ),
      })}
    >
      <PinControl control={control} name="old_pwd" label={t("account.currentTransPassword")} />
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
