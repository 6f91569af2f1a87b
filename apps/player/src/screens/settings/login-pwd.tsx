import { CALLS } from "@lotus/contract";
import { LockIcon, TextField } from "@lotus/ui";
import { useWatch } from "react-hook-form";
import { contractResolver } from "../../components/form/contract-resolver.ts";
import { fieldError } from "../../components/form/field-error.ts";
import { FormPage } from "../../components/form/form-page.tsx";
import { useCallForm, type CallForm } from "../../components/form/use-call-form.ts";
import { NewPasswordFields } from "../../features/password/new-password-fields.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { api } from "../../session/api.ts";
import { forgetPassword } from "../../session/remembered-password.ts";
import { useSession } from "../../session/session.ts";
import { navigation } from "../../shell/navigation.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

interface LoginPwdForm {
  old_pwd: string;
  password: string;
  password_confirmation: string;
}

const FORM: CallForm<LoginPwdForm> = {
  resolver: contractResolver<LoginPwdForm>(
    CALLS.updatePwd.body,
    (form) => form,
    (form) => ({
      // The schema compares the two only once everything else is valid; this reports a mismatch earlier.
      password_confirmation:
        form.password === form.password_confirmation ? undefined : "validation.newPasswordsDiffer",
    }),
  ),
  defaultValues: { old_pwd: "", password: "", password_confirmation: "" },
  refusals: {
    OLD_PASSWORD_WRONG: "old_pwd",
    PASSWORD_IS_USERNAME: "password",
    PASSWORD_TOO_COMMON: "password",
  },
  send: (body, options) => api.call(CALLS.updatePwd, { body }, options),
};

/** Changes the login password. Every session ends, including this one. */
export function Screen() {
  const { t } = useI18n();
  const username = useSession((session) => session.username);
  const { features } = useAppConfig();
  const { register, control, formState, submit } = useCallForm(FORM, async () => {
    // The password remembered on this device is no longer valid.
    await forgetPassword();
    useSession.getState().setRemember(false);
    useSession.getState().dropSession("password");
    await navigation.relaunch(href("login"));
    notifySuccess(t("account.passwordChanged"));
  });
  const { errors, isSubmitting } = formState;
  const password = useWatch({ control, name: "password" });
  return (
    <FormPage
      title={t("app.page.loginPassword")}
      intro={<p>{t("account.passwordNote")}</p>}
      // Known late, so below: above the fields it would move them.
      foot={features["passkeys"] === true && <p>{t("account.passkeysStay")}</p>}
      submitLabel={t("account.changePassword")}
      busy={isSubmitting}
      onSubmit={submit}
    >
      <TextField
        label={t("account.currentPassword")}
        prefix={<LockIcon size={20} aria-hidden />}
        eye={{ show: t("auth.showPassword"), hide: t("auth.hidePassword") }}
        autoComplete="current-password"
        maxLength={256}
        error={fieldError(t, errors.old_pwd)}
        {...register("old_pwd")}
      />
      <NewPasswordFields
        password={password}
        username={username}
        fields={{ password: register("password"), confirmation: register("password_confirmation") }}
        errors={{ password: errors.password, confirmation: errors.password_confirmation }}
      />
    </FormPage>
  );
}
