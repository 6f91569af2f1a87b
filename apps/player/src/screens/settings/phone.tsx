import { CALLS } from "@lotus/contract";
import { PhoneIcon, TextField } from "@lotus/ui";
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
import { navigation } from "../../shell/navigation.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

interface PhoneForm {
  phone: string;
  trans_password: string;
}

const FIELDS = {
  PHONE_INVALID: "phone",
  PHONE_TAKEN: "phone",
  CONTACT_UNCHANGED: "phone",
  TRANS_PASSWORD_REQUIRED: "trans_password",
  TRANS_PASSWORD_WRONG: "trans_password",
  TRANS_PASSWORD_LOCKED: "trans_password",
} as const;

/** Binds a phone number, or changes the bound one. */
export function Screen() {
  const { t } = useI18n();
  return <PlayerForm title={t("app.page.phone")} form={(info) => <PhoneFields info={info} />} />;
}

function PhoneFields({ info }: { info: UserInfo }) {
  const { t } = useI18n();
  const isChange = info.phone !== "";
  const bodyOf = ({ phone, trans_password }: PhoneForm) => ({
    phone: phone.trim(),
    trans_password,
  });
  const { control, register, handleSubmit, setError, formState } = useForm<PhoneForm>({
    resolver: contractResolver<PhoneForm>(CALLS.bindPhone.body, bodyOf),
    defaultValues: { phone: "", trans_password: "" },
  });
  const submit = handleSubmit(async (values) => {
    try {
      const body = bodyOf(values);
      await api.call(CALLS.bindPhone, { body }, { shownInPlace: refusalNames(FIELDS) });
    } catch (thrown) {
      showRefusal(setError, thrown, FIELDS);
      return;
    }
    await queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey });
    notifySuccess(t("account.phoneBound"));
    await navigation.back();
  });
  return (
    <FormPage
      title={t("app.page.phone")}
      intro={
        <>
          <p>{isChange ? t("account.bound", { contact: info.phone }) : t("account.notBound")}</p>
          {isChange && <p>{t("account.changeNote")}</p>}
        </>
      }
      submitLabel={t(isChange ? "account.changePhone" : "account.bindPhone")}
      busy={formState.isSubmitting}
      onSubmit={submit}
    >
      <TextField
        label={t(isChange ? "account.newPhone" : "app.page.phone")}
        hint={t("account.phoneHint")}
        prefix={<PhoneIcon size={20} aria-hidden />}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
        error={fieldError(t, formState.errors.phone)}
        {...register("phone")}
      />
      <PinControl control={control} name="trans_password" label={t("auth.transPassword")} />
    </FormPage>
  );
}
