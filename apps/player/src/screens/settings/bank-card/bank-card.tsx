import { CALLS } from "@lotus/contract";
import { tidyCode } from "@lotus/money";
import { TextField } from "@lotus/ui";
import { Controller } from "react-hook-form";
import { contractResolver } from "../../../components/form/contract-resolver.ts";
import { fieldError } from "../../../components/form/field-error.ts";
import { PinControl } from "../../../components/form/pin-control.tsx";
import type { CallForm, UseCallForm } from "../../../components/form/use-call-form.ts";
import { BankField } from "../../../features/banks/bank-field.tsx";
import { AddressForm } from "../../../features/payout/address-form.tsx";
import { api } from "../../../session/api.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";

interface CardForm {
  real_name: string;
  bank_name: string;
  card_no: string;
  card_no_confirmation: string;
  trans_password: string;
}

const FORM: CallForm<CardForm> = {
  resolver: contractResolver<CardForm>(
    CALLS.bindBankCard.body,
    (form) => form,
    ({ card_no, card_no_confirmation }) => ({
      card_no_confirmation:
        tidyCode(card_no) === tidyCode(card_no_confirmation) ? undefined : "validation.cardNumbersDiffer",
    }),
  ),
  defaultValues: {
    real_name: "",
    bank_name: "",
    card_no: "",
    card_no_confirmation: "",
    trans_password: "",
  },
  refusals: {
    REAL_NAME_DIFFERS: "real_name",
    ADDRESS_OWN: "card_no",
    ADDRESS_TAKEN: "card_no",
    TRANS_PASSWORD_WRONG: "trans_password",
    TRANS_PASSWORD_LOCKED: "trans_password",
  },
  send: (body, options) => api.call(CALLS.bindBankCard, { body }, options),
};

/** Binds a bank card or account. */
export function Screen() {
  return (
    <AddressForm
      kind="bank"
      title="app.page.bankCard"
      note="withdraw.card.note"
      submitLabel="withdraw.card.bind"
      form={FORM}
      fields={(form) => <CardFields form={form} />}
    />
  );
}

function CardFields({ form: { control, register, formState } }: { form: UseCallForm<CardForm> }) {
  const { t } = useI18n();
  const { errors } = formState;
  const number = { inputMode: "numeric", autoComplete: "off", maxLength: 40 } as const;
  return (
    <>
      <TextField
        label={t("withdraw.card.realName")}
        autoComplete="name"
        autoCapitalize="words"
        error={fieldError(t, errors.real_name)}
        {...register("real_name")}
      />
      <Controller
        control={control}
        name="bank_name"
        render={({ field: { ref, value, onChange } }) => (
          <BankField
            ref={ref}
            label={t("withdraw.card.bank")}
            hint={t("withdraw.card.bankHint")}
            error={fieldError(t, errors.bank_name)}
            value={value}
            onChange={onChange}
          />
        )}
      />
      <TextField
        label={t("withdraw.card.number")}
        hint={t("withdraw.card.numberHint")}
        error={fieldError(t, errors.card_no)}
        {...number}
        {...register("card_no")}
      />
      <TextField
        label={t("withdraw.card.numberAgain")}
        error={fieldError(t, errors.card_no_confirmation)}
        {...number}
        {...register("card_no_confirmation")}
      />
      <PinControl control={control} name="trans_password" label={t("withdraw.password")} />
    </>
  );
}
