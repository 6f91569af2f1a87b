import { CALLS } from "@lotus/contract";
import { Button, KeyRoundIcon, TextField } from "@lotus/ui";
import { useWatch } from "react-hook-form";
import { contractResolver } from "../../../components/form/contract-resolver.ts";
import { fieldError } from "../../../components/form/field-error.ts";
import { FormPage } from "../../../components/form/form-page.tsx";
import { useCallForm, type CallForm } from "../../../components/form/use-call-form.ts";
import { NewPasswordFields } from "../../../features/password/new-password-fields.tsx";
import { api } from "../../../session/api.ts";
import { forgetPassword } from "../../../session/remembered-password.ts";
import { useSession } from "../../../session/session.ts";
import { navigation } from "../../../shell/navigation.ts";
import { notifySuccess } from "../../../shell/notify.ts";
import { href } from "../../../shell/routes.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import type { CodeRequest } from "./request-code.tsx";
import { ServiceWay } from "./service-way.tsx";

interface NewPasswordForm {
  code: string;
  password: string;
  password_confirmation: string;
}

/** Takes the code from the mail and the new password. */
export function SetNewPassword({ request, onAgain }: { request: CodeRequest; onAgain: () => void }) {
  const { t } = useI18n();
  const { username, email } = request;
  const bodyOf = (form: NewPasswordForm) => ({ ...form, username });
  const call: CallForm<NewPasswordForm> = {
    resolver: contractResolver<NewPasswordForm>(CALLS.resetPwd.body, bodyOf, (form) => ({
      password_confirmation:
        form.password === form.password_confirmation ? undefined : "validation.newPasswordsDiffer",
    })),
    defaultValues: { code: "", password: "", password_confirmation: "" },
    refusals: {
      RESET_CODE_WRONG: "code",
      PASSWORD_IS_USERNAME: "password",
      PASSWORD_TOO_COMMON: "password",
    },
    send: (form, options) => api.call(CALLS.resetPwd, { body: bodyOf(form) }, options),
  };
  const { register, control, formState, submit } = useCallForm(call, async () => {
    // The password remembered on this device is no longer valid, and any session on it has ended.
    await forgetPassword();
    useSession.getState().setRemember(false);
    useSession.getState().dropSession("password");
    // Prefills the login page that follows.
    useSession.setState({ username });
    await navigation.relaunch(href("login"));
    notifySuccess(t("account.passwordChanged"));
  });
  const { errors, isSubmitting } = formState;
  const password = useWatch({ control, name: "password" });
  return (
    <FormPage
      title={t("app.page.forgot")}
      intro={<output>{t("account.forgot.sent", { email })}</output>}
      submitLabel={t("account.forgot.reset")}
      busy={isSubmitting}
      onSubmit={submit}
      onBack={onAgain}
      foot={
        <>
          <Button variant="ghost" block onClick={onAgain}>
            {t("account.forgot.again")}
          </Button>
          <ServiceWay />
        </>
      }
    >
      <TextField
        label={t("account.forgot.code")}
        prefix={<KeyRoundIcon size={20} aria-hidden />}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={fieldError(t, errors.code)}
        {...register("code")}
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
