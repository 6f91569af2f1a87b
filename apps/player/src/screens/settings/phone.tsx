import { CALLS } from "@lotus/contract";
import { PhoneIcon, TextField } from "@lotus/ui";
import { ContactForm, refreshContacts } from "../../features/contact-form.tsx";
import { contractResolver } from "../../components/form/contract-resolver.ts";
import { fieldError } from "../../components/form/field-error.ts";
import { PinControl } from "../../components/form/pin-control.tsx";
import type { CallForm } from "../../components/form/use-call-form.ts";
import { api } from "../../session/api.ts";
import { navigation } from "../../shell/navigation.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

interface PhoneForm {
  phone: string;
  trans_password: string;
}

const FORM: CallForm<PhoneForm> = {
  resolver: contractResolver<PhoneForm>(CALLS.bindPhone.body, (form) => form),
  defaultValues: { phone: "", trans_password: "" },
  refusals: {
    PHONE_INVALID: "phone",
    PHONE_TAKEN: "phone",
    CONTACT_UNCHANGED: "phone",
    TRANS_PASSWORD_REQUIRED: "trans_password",
    TRANS_PASSWORD_WRONG: "trans_password",
    TRANS_PASSWORD_LOCKED: "trans_password",
  },
  send: (body, options) => api.call(CALLS.bindPhone, { body }, options),
};

/** Binds a phone number, or changes the bound one. */
export function Screen() {
  const { t } = useI18n();
  const { phoneCode } = useAppConfig();
  return (
    <ContactForm
      title="app.page.phone"
      contactOf={(info) => info.phone}
      submitLabel={(isChange) => (isChange ? "account.changePhone" : "account.bindPhone")}
      form={FORM}
      onSent={async (_values, form) => {
        form.reset();
        await refreshContacts();
        notifySuccess(t("account.phoneBound"));
        await navigation.back();
      }}
      fields={({ control, register, formState }, isChange) => (
        <>
          <TextField
            label={t(isChange ? "account.newPhone" : "app.page.phone")}
            hint={t("account.phoneHint", { code: phoneCode })}
            prefix={<PhoneIcon size={20} aria-hidden />}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            error={fieldError(t, formState.errors.phone)}
            {...register("phone")}
          />
          <PinControl control={control} name="trans_password" label={t("auth.transPassword")} />
        </>
      )}
    />
  );
}
