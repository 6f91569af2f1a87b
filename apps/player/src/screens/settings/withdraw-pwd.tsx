import { CALLS } from "@lotus/contract";
import { useForm } from "react-hook-form";
import { contractResolver } from "../../components/form/contract-resolver.ts";
import { FormPage } from "../../components/form/form-page.tsx";
import { PinControl } from "../../components/form/pin-control.tsx";
import { refusalNames, showRefusal } from "../../components/form/show-refusal.ts";
import { api } from "../../session/api.ts";
import { navigation } from "../../shell/navigation.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

interface WithdrawPwdForm {
  old_pwd: string;
  password: string;
  password_confirmation: string;
}

const FIELDS = { TRANS_PASSWORD_WRONG: "old_pwd", TRANS_PASSWORD_LOCKED: "old_pwd" } as const;

const resolver = contractResolver<WithdrawPwdForm>(
  CALLS.updateTransPwd.body,
  (form) => form,
  (form) => ({
    password_confirmation:
      form.password === form.password_confirmation ? undefined : "validation.transPasswordsDiffer",
  }),
);

/** Changes the withdrawal password. */
export function Screen() {
  const { t } = useI18n();
  const { control, handleSubmit, setError, formState } = useForm<WithdrawPwdForm>({
    resolver,
    defaultValues: { old_pwd: "", password: "", password_confirmation: "" },
  });
  const submit = handleSubmit(async (body) => {
    try {
      await api.call(CALLS.updateTransPwd, { body }, { shownInPlace: refusalNames(FIELDS) });
    } catch (thrown) {
      showRefusal(setError, thrown, FIELDS);
      return;
    }
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
