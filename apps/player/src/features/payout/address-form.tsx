import type { WithdrawAddress } from "@lotus/contract";
import type { MessageKey, WithdrawMessageKey } from "@lotus/locales";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { navigation } from "../../shell/navigation.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { FormPage } from "../../components/form/form-page.tsx";
import { useCallForm, type CallForm, type UseCallForm } from "../../components/form/use-call-form.ts";
import { AddressCard, BoundAddresses } from "./bound-addresses.tsx";
import { refreshAddresses } from "./payout-queries.ts";

/** What differs between kinds of addresses. */
interface AddressFormProps<Values extends FieldValues> {
  kind: WithdrawAddress["kind"];
  title: MessageKey;
  note: WithdrawMessageKey;
  submitLabel: WithdrawMessageKey;
  form: CallForm<Values>;
  /** The fields, the withdrawal password among them. */
  fields: (form: UseCallForm<Values>) => ReactNode;
}

/** Page that binds a withdrawal address, once the bound ones are loaded and not locked. */
export function AddressForm<Values extends FieldValues>(props: AddressFormProps<Values>) {
  const { t } = useI18n();
  return (
    <BoundAddresses title={t(props.title)}>
      {(addresses) => <Fields addresses={addresses} {...props} />}
    </BoundAddresses>
  );
}

function Fields<Values extends FieldValues>(
  props: AddressFormProps<Values> & { addresses: readonly WithdrawAddress[] },
) {
  const { kind, title, note, submitLabel, fields, addresses } = props;
  const { t } = useI18n();
  const form = useCallForm(props.form, async () => {
    await refreshAddresses();
    notifySuccess(t("withdraw.bound"));
    await navigation.back();
  });
  const bound = addresses.filter((address) => address.kind === kind);
  return (
    <FormPage
      title={t(title)}
      intro={
        <>
          {bound.length > 0 && <AddressCard addresses={bound} />}
          <p>{t(note)}</p>
          {addresses.length > 0 && <p>{t("withdraw.changeNote")}</p>}
        </>
      }
      submitLabel={t(submitLabel)}
      busy={form.formState.isSubmitting}
      onSubmit={form.submit}
    >
      {fields(form)}
    </FormPage>
  );
}
