import type { AccountMessageKey, MessageKey } from "@lotus/locales";
import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { queryClient } from "../api/query-client.ts";
import { userInfoQuery, type UserInfo } from "../session/user-info.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { FormPage } from "../components/form/form-page.tsx";
import { PlayerForm } from "../components/form/player-form.tsx";
import { useCallForm, type CallForm, type UseCallForm } from "../components/form/use-call-form.ts";

/** What differs between kinds of contacts. `isChange`: another one is already bound. */
interface ContactFormProps<Values extends FieldValues> {
  title: MessageKey;
  /** The bound contact; empty if there is none. */
  contactOf: (info: UserInfo) => string;
  submitLabel: (isChange: boolean) => AccountMessageKey;
  form: CallForm<Values>;
  onSent: (values: Values, form: UseFormReturn<Values>) => Promise<unknown>;
  /** The fields, the withdrawal password among them. */
  fields: (form: UseCallForm<Values>, isChange: boolean) => ReactNode;
  /** Below the introduction. */
  notice?: (info: UserInfo) => ReactNode;
}

/** Page that binds a contact of the player or changes the bound one. */
export function ContactForm<Values extends FieldValues>(props: ContactFormProps<Values>) {
  const { t } = useI18n();
  return <PlayerForm title={t(props.title)} form={(info) => <Fields info={info} {...props} />} />;
}

function Fields<Values extends FieldValues>(props: ContactFormProps<Values> & { info: UserInfo }) {
  const { title, contactOf, submitLabel, onSent, fields, notice, info } = props;
  const { t } = useI18n();
  const contact = contactOf(info);
  const isChange = contact !== "";
  const form = useCallForm(props.form, onSent);
  return (
    <FormPage
      title={t(title)}
      intro={
        <>
          <p>{isChange ? t("account.bound", { contact }) : t("account.notBound")}</p>
          {isChange && <p>{t("account.changeNote")}</p>}
          {notice?.(info)}
        </>
      }
      submitLabel={t(submitLabel(isChange))}
      busy={form.formState.isSubmitting}
      onSubmit={form.submit}
    >
      {fields(form, isChange)}
    </FormPage>
  );
}

/** Fetches the player's contacts again after one was changed. */
export function refreshContacts(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey });
}
