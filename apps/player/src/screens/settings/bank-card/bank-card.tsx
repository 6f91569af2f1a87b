import { CALLS, type WithdrawAddress } from "@lotus/contract";
import { TextField } from "@lotus/ui";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { contractResolver } from "../../../components/form/contract-resolver.ts";
import { fieldError } from "../../../components/form/field-error.ts";
import { FormPage } from "../../../components/form/form-page.tsx";
import { PinControl } from "../../../components/form/pin-control.tsx";
import { refusalNames, showRefusal } from "../../../components/form/show-refusal.ts";
import { AddressCard, BoundAddresses } from "../../../features/payout/bound-addresses.tsx";
import { refreshAddresses } from "../../../features/payout/payout-queries.ts";
import { api } from "../../../session/api.ts";
import { navigation } from "../../../shell/navigation.ts";
import { notifySuccess } from "../../../shell/notify.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { BANKS } from "./banks.ts";

interface CardForm {
  real_name: string;
  bank_name: string;
  card_no: string;
  card_no_confirmation: string;
  trans_password: string;
}

const FIELDS = {
  REAL_NAME_DIFFERS: "real_name",
  ADDRESS_OWN: "card_no",
  ADDRESS_TAKEN: "card_no",
  TRANS_PASSWORD_WRONG: "trans_password",
  TRANS_PASSWORD_LOCKED: "trans_password",
} as const;

/** Numbers are printed in groups; people type them so. */
const digits = (typed: string): string => typed.replaceAll(/[\s-]/gu, "");

const bodyOf = (form: CardForm) => ({
  ...form,
  card_no: digits(form.card_no),
  card_no_confirmation: digits(form.card_no_confirmation),
});

const resolver = contractResolver<CardForm>(CALLS.bindBankCard.body, bodyOf, (form) => ({
  card_no_confirmation:
    digits(form.card_no) === digits(form.card_no_confirmation) ? undefined : "validation.cardNumbersDiffer",
}));

/** Binds a bank card or account. */
export function Screen() {
  const { t } = useI18n();
  return (
    <BoundAddresses title={t("app.page.bankCard")}>
      {(addresses) => <CardFields addresses={addresses} />}
    </BoundAddresses>
  );
}

function CardFields({ addresses }: { addresses: readonly WithdrawAddress[] }) {
  const { t } = useI18n();
  const banks = useId();
  const { control, register, handleSubmit, setError, formState } = useForm<CardForm>({
    resolver,
    defaultValues: {
      real_name: "",
      bank_name: "",
      card_no: "",
      card_no_confirmation: "",
      trans_password: "",
    },
  });
  const { errors } = formState;
  const submit = handleSubmit(async (form) => {
    try {
      await api.call(CALLS.bindBankCard, { body: bodyOf(form) }, { shownInPlace: refusalNames(FIELDS) });
    } catch (thrown) {
      showRefusal(setError, thrown, FIELDS);
      return;
    }
    await refreshAddresses();
    notifySuccess(t("withdraw.bound"));
    await navigation.back();
  });
  const cards = addresses.filter(({ kind }) => kind === "bank");
  const number = { inputMode: "numeric", autoComplete: "off", maxLength: 40 } as const;
  return (
    <FormPage
      title={t("app.page.bankCard")}
      intro={
        <>
          {cards.length > 0 && <AddressCard addresses={cards} />}
          <p>{t("withdraw.card.note")}</p>
          {addresses.length > 0 && <p>{t("withdraw.changeNote")}</p>}
        </>
      }
      submitLabel={t("withdraw.card.bind")}
      busy={formState.isSubmitting}
      onSubmit={submit}
    >
      <TextField
        label={t("withdraw.card.realName")}
        autoComplete="name"
        autoCapitalize="words"
        error={fieldError(t, errors.real_name)}
        {...register("real_name")}
      />
      <TextField
        label={t("withdraw.card.bank")}
        hint={t("withdraw.card.bankHint")}
        autoComplete="off"
        list={banks}
        error={fieldError(t, errors.bank_name)}
        {...register("bank_name")}
      />
      <datalist id={banks}>
        {BANKS.map((bank) => (
          <option key={bank} value={bank}>
            {bank}
          </option>
        ))}
      </datalist>
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
    </FormPage>
  );
}
