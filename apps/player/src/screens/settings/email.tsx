import { CALLS } from "@lotus/contract";
import { MailIcon, Strip, TextField } from "@lotus/ui";
import { useState } from "react";
import { ContactForm, refreshContacts } from "../../features/contact-form.tsx";
import { contractResolver } from "../../components/form/contract-resolver.ts";
import { fieldError } from "../../components/form/field-error.ts";
import { PinControl } from "../../components/form/pin-control.tsx";
import type { CallForm } from "../../components/form/use-call-form.ts";
import { api } from "../../session/api.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

interface EmailForm {
  email: string;
  trans_password: string;
}

const FORM: CallForm<EmailForm> = {
  resolver: contractResolver<EmailForm>(CALLS.bindEmail.body, (form) => form),
  defaultValues: { email: "", trans_password: "" },
  refusals: {
    EMAIL_TAKEN: "email",
    CONTACT_UNCHANGED: "email",
    TRANS_PASSWORD_REQUIRED: "trans_password",
    TRANS_PASSWORD_WRONG: "trans_password",
    TRANS_PASSWORD_LOCKED: "trans_password",
  },
  send: (body, options) => api.call(CALLS.bindEmail, { body }, options),
};

/** Requests the link that binds an e-mail address. The page stays open and shows where the link was sent. */
export function Screen() {
  const { t } = useI18n();
  const [sentTo, setSentTo] = useState<string | undefined>();
  return (
    <ContactForm
      title="app.page.email"
      contactOf={(info) => info.email}
      submitLabel={() => "account.sendLink"}
      form={FORM}
      notice={(info) => <SentLink sentTo={sentTo} pending={info.pendingEmail} />}
      onSent={async (values, form) => {
        setSentTo(values.email);
        form.reset();
        await refreshContacts();
      }}
      fields={({ control, register, formState }, isChange) => (
        <>
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
        </>
      )}
    />
  );
}

/** The address a link was just sent to, or one that still waits for its link to be opened. */
function SentLink({ sentTo, pending }: { sentTo: string | undefined; pending: string | undefined }) {
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
