import { CALLS } from "@lotus/contract";
import { Checkbox } from "@lotus/ui";
import { useState } from "react";
import { contractResolver } from "../../components/form/contract-resolver.ts";
import { FormPage } from "../../components/form/form-page.tsx";
import { PinControl } from "../../components/form/pin-control.tsx";
import { useCallForm, type CallForm } from "../../components/form/use-call-form.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { api } from "../../session/api.ts";
import { forgetPassword } from "../../session/remembered-password.ts";
import { useSession } from "../../session/session.ts";
import { navigation } from "../../shell/navigation.ts";
import { notifySuccess } from "../../shell/notify.ts";

interface CloseForm {
  trans_password: string;
}

const FORM: CallForm<CloseForm> = {
  resolver: contractResolver<CloseForm>(CALLS.closeAccount.body, (form) => form),
  defaultValues: { trans_password: "" },
  refusals: {
    TRANS_PASSWORD_WRONG: "trans_password",
    TRANS_PASSWORD_LOCKED: "trans_password",
    BALANCE_LEFT: "trans_password",
    BETS_RUNNING: "trans_password",
  },
  send: (body, options) => api.call(CALLS.closeAccount, { body }, options),
};

/** Closes the account for good. */
export function Screen() {
  const { t } = useI18n();
  const [understood, setUnderstood] = useState(false);
  const { control, formState, submit } = useCallForm(FORM, async () => {
    await forgetPassword();
    useSession.getState().dropSession();
    await navigation.loseSession();
    notifySuccess(t("account.close.done"));
  });
  return (
    <FormPage
      title={t("app.page.closeAccount")}
      intro={
        <>
          <p>{t("account.close.words")}</p>
          <p>{t("account.close.rest")}</p>
        </>
      }
      submitLabel={t("app.page.closeAccount")}
      destructive
      busy={formState.isSubmitting}
      disabled={!understood}
      onSubmit={submit}
    >
      <PinControl control={control} name="trans_password" label={t("account.currentTransPassword")} />
      <Checkbox checked={understood} onChange={(event) => setUnderstood(event.target.checked)}>
        {t("account.close.understand")}
      </Checkbox>
    </FormPage>
  );
}
