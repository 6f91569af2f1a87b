import { CALLS } from "@lotus/contract";
import { MailIcon, Strip, TextField } from "@lotus/ui";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { contractResolver } from "../../components/form/contract-resolver.ts";
import { fieldError } from "../../components/form/field-error.ts";
import { FormPage } from "../../components/form/form-page.tsx";
import { PinControl } from "../../components/form/pin-control.tsx";
import { PlayerForm } from "../../components/form/player-form.tsx";
import { refusalNames, showRefusal } from "../../components/form/show-refusal.ts";
import { queryClient } from "../../api/query-client.ts";
import { api } from "../../session/api.ts";
import { userInfoQuery, type UserInfo } from "../../session/user-info.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

interface EmailForm {
  email: string;
  trans_password: string;
}

const FIELDS = {
  EMAIL_TAKEN: "email",
  CONTACT_UNCHANGED: "email",
  TRANS_PASSWORD_REQUIRED: "trans_password",
  TRANS_PASSWORD_WRONG: "trans_password",
  TRANS_PASSWORD_LOCKED: "trans_password",
} as const;

/** Asks for the link that binds an e-mail address. The page stays, and says where the link was sent. */
export function Screen() {
  const { t } = useI18n();
  return <PlayerForm title={t("app.page.email")} form={(info) => <EmailFields info={info} />} />;
}

function EmailFields({ info }: { info: UserInfo }) {
  const { t } = useI18n();
  const [sentTo, setSentTo] = useState<string | undefined>();
  const isChange = info.email !== "";
  const bodyOf = ({ email, trans_password }: EmailForm) => ({
    email: email.trim(),
    trans_password,
  });
  const { control, register, handleSubmit, setError, reset, formState } = useForm<EmailForm>({
    resolver: contractResolver<EmailForm>(CALLS.bindEmail.body, bodyOf),
    defaultValues: { email: "", trans_password: "" },
  });
  const submit = handleSubmit(async (values) => {
    const body = bodyOf(values);
    try {
      await api.call(CALLS.bindEmail, { body }, { shownInPlace: refusalNames(FIELDS) });
    } catch (thrown) {
      showRefusal(setError, thrown, FIELDS);
      return;
    }
    setSentTo(body.email);
    reset();
    await queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey });
  });
  return (
    <FormPage
      title={t("app.page.email")}
      intro={
        <>
          <p>{isChange ? t("account.bound", { contact: info.email }) : t("account.notBound")}</p>
          {isChange && <p>{t("account.changeNote")}</p>}
          <Waiting sentTo={sentTo} pending={info.pendingEmail} />
        </>
      }
      submitLabel={t("account.sendLink")}
      busy={formState.isSubmitting}
      onSubmit={submit}
    >
      <TextField
        label={t(isChange ? "account.newEmail" : "app.page.email")}
        hint={t("account.emailHint")}
        prefix={<MailIcon size={20} aria-hidden />}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        error={fieldError(t, formState.errors.email)}
        {...register("email")}
      />
      <PinControl control={control} name="trans_password" label={t("auth.transPassword")} />
    </FormPage>
  );
}

/** Where a link was just sent, or an address that has waited since before. */
function Waiting({ sentTo, pending }: { sentTo: string | undefined; pending: string | undefined }) {
  const { t } = useI18n();
  if (sentTo === undefined && pending === undefined) return null;
  return (
    <Strip tone="brand" shape="card" icon={<MailIcon size={20} aria-hidden />}>
      {sentTo === undefined
        ? t("account.emailWaits", { email: pending ?? "" })
        : t("account.linkSent", { email: sentTo })}
    </Strip>
  );
}
