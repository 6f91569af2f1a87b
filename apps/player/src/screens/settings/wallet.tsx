import { CALLS, NETWORKS, type Network, type WithdrawAddress } from "@lotus/contract";
import { readWalletAddress } from "@lotus/contract/wallet-address";
import { Segmented, TextField } from "@lotus/ui";
import { Controller, useForm } from "react-hook-form";
import { contractResolver } from "../../components/form/contract-resolver.ts";
import { fieldError } from "../../components/form/field-error.ts";
import { FormPage } from "../../components/form/form-page.tsx";
import { PinControl } from "../../components/form/pin-control.tsx";
import { refusalNames, showRefusal } from "../../components/form/show-refusal.ts";
import { NETWORK_WORDS } from "../../features/payout/address-row.tsx";
import { AddressCard, BoundAddresses } from "../../features/payout/bound-addresses.tsx";
import { refreshAddresses } from "../../features/payout/payout-queries.ts";
import { api } from "../../session/api.ts";
import { navigation } from "../../shell/navigation.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

interface WalletForm {
  network: Network;
  address: string;
  address_confirmation: string;
  trans_password: string;
}

const FIELDS = {
  ADDRESS_INVALID: "address",
  ADDRESS_OWN: "address",
  ADDRESS_TAKEN: "address",
  TRANS_PASSWORD_WRONG: "trans_password",
  TRANS_PASSWORD_LOCKED: "trans_password",
} as const;

const resolver = contractResolver<WalletForm>(
  CALLS.bindDigitWall.body,
  (form) => form,
  ({ network, address, address_confirmation }) => ({
    address: readWalletAddress(network, address) === null ? "codes.ADDRESS_INVALID" : undefined,
    address_confirmation:
      address.trim() === address_confirmation.trim() ? undefined : "validation.walletAddressesDiffer",
  }),
);

/** Binds a digital wallet, its address checked by the checksum of its network before it is sent. */
export function Screen() {
  const { t } = useI18n();
  return (
    <BoundAddresses title={t("app.page.wallet")}>
      {(addresses) => <WalletFields addresses={addresses} />}
    </BoundAddresses>
  );
}

function WalletFields({ addresses }: { addresses: readonly WithdrawAddress[] }) {
  const { t } = useI18n();
  const { control, register, handleSubmit, setError, formState } = useForm<WalletForm>({
    resolver,
    defaultValues: { network: "tron", address: "", address_confirmation: "", trans_password: "" },
  });
  const { errors } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      await api.call(CALLS.bindDigitWall, { body }, { shownInPlace: refusalNames(FIELDS) });
    } catch (thrown) {
      showRefusal(setError, thrown, FIELDS);
      return;
    }
    await refreshAddresses();
    notifySuccess(t("withdraw.bound"));
    await navigation.back();
  });
  const wallets = addresses.filter(({ kind }) => kind === "wallet");
  const address = { autoComplete: "off", autoCapitalize: "off", spellCheck: false, maxLength: 120 } as const;
  return (
    <FormPage
      title={t("app.page.wallet")}
      intro={
        <>
          {wallets.length > 0 && <AddressCard addresses={wallets} />}
          <p>{t("withdraw.wallet.note")}</p>
          {addresses.length > 0 && <p>{t("withdraw.changeNote")}</p>}
        </>
      }
      submitLabel={t("withdraw.wallet.bind")}
      busy={formState.isSubmitting}
      onSubmit={submit}
    >
      <Controller
        control={control}
        name="network"
        render={({ field }) => (
          <Segmented
            label={t("withdraw.wallet.network")}
            items={NETWORKS.map((key) => ({ key, label: t(NETWORK_WORDS[key]) }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <TextField
        label={t("withdraw.wallet.address")}
        error={fieldError(t, errors.address)}
        {...address}
        {...register("address")}
      />
      <TextField
        label={t("withdraw.wallet.addressAgain")}
        error={fieldError(t, errors.address_confirmation)}
        {...address}
        {...register("address_confirmation")}
      />
      <PinControl control={control} name="trans_password" label={t("withdraw.password")} />
    </FormPage>
  );
}
