import { CALLS } from "@lotus/contract";
import { MailIcon, TextField, UserIcon } from "@lotus/ui";
import { useForm } from "react-hook-form";
import { contractResolver } from "../../../components/form/contract-resolver.ts";
import { fieldError } from "../../../components/form/field-error.ts";
import { FormPage } from "../../../components/form/form-page.tsx";
import { api } from "../../../session/api.ts";
import { useSession } from "../../../session/session.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { ServiceWay } from "./service-way.tsx";

/** The account a code was requested for, and the address it is sent to if the two belong together. */
export interface CodeRequest {
  readonly username: string;
  readonly email: string;
}

const resolver = contractResolver<{ username: string; email: string }>(CALLS.forgotPwd.body, (form) => form);

/** Requests a code. The server's response is the same whether or not the account exists. */
export function RequestCode({
  onRequested,
  onBack,
}: {
  onRequested: (request: CodeRequest) => void;
  onBack: () => void;
}) {
  const { t } = useI18n();
  const username = useSession((session) => session.username);
  const { register, handleSubmit, formState } = useForm({ resolver, defaultValues: { username, email: "" } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    // The refusal has already been shown; the form stays as it is.
    const done = await api.call(CALLS.forgotPwd, { body }).then(
      () => true,
      () => false,
    );
    if (done) onRequested(body);
  });
  return (
    <FormPage
      title={t("app.page.forgot")}
      intro={<p>{t("account.forgot.intro")}</p>}
      submitLabel={t("account.forgot.send")}
      busy={isSubmitting}
      onSubmit={submit}
      onBack={onBack}
      foot={<ServiceWay />}
    >
      <TextField
        label={t("auth.username")}
        prefix={<UserIcon size={20} aria-hidden />}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldError(t, errors.username)}
        {...register("username")}
      />
      <TextField
        label={t("app.page.email")}
        prefix={<MailIcon size={20} aria-hidden />}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        error={fieldError(t, errors.email)}
        {...register("email")}
      />
    </FormPage>
  );
}
