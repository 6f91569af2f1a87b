import { CALLS, NETWORKS, type Network } from "@lotus/contract";
import { readWalletAddress } from "@lotus/contract/wallet-address";
import { tidyCode } from "@lotus/money";
import { Segmented, TextField } from "@lotus/ui";
import { Controller } from "react-hook-form";
import { contractResolver } from "../../components/form/contract-resolver.ts";
import { fieldError } from "../../components/form/field-error.ts";
import { PinControl } from "../../components/form/pin-control.tsx";
import type { CallForm, UseCallForm } from "../../components/form/use-call-form.ts";
import { AddressForm } from "../../features/payout/address-form.tsx";
import { NETWORK_WORDS } from "../../features/payout/address-row.tsx";
import { api } from "../../session/api.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

interface WalletForm {
  network: Network;
  address: string;
  address_confirmation: string;
  trans_password: string;
}

const FORM: CallForm<WalletForm> = {
  // The address is checked by the checksum of its network before it is sent.
  resolver: contractResolver<WalletForm>(
    CALLS.bindDigitWall.body,
    (form) => form,
    ({ network, address, address_confirmation }) => ({
      address: readWalletAddress(network, address) === null ? "codes.ADDRESS_INVALID" : undefined,
      address_confirmation:
        tidyCode(address) === tidyCode(address_confirmation) ? undefined : "validation.walletAddressesDiffer",
    }),
  ),
  defaultValues: { network: "tron", address: "", address_confirmation: "", trans_password: "" },
  refusals: {
    ADDRESS_INVALID: "address",
    ADDRESS_OWN: "address",
    ADDRESS_TAKEN: "address",
    TRANS_PASSWORD_WRONG: "trans_password",
    TRANS_PASSWORD_LOCKED: "trans_password",
  },
  send: (body, options) => api.call(CALLS.bindDigitWall, { body }, options),
};

/** Binds a digital wallet. */
export function Screen() {
  return (
    <AddressForm
      kind="wallet"
      title="app.page.wallet"
      note="withdraw.wallet.note"
      submitLabel="withdraw.wallet.bind"
      form={FORM}
      fields={(form) => <WalletFields form={form} />}
    />
  );
}

function WalletFields({ form: { control, register, formState } }: { form: UseCallForm<WalletForm> }) {
  const { t } = useI18n();
  const { errors } = formState;
  const address = { autoComplete: "off", autoCapitalize: "off", spellCheck: false, maxLength: 120 } as const;
  return (
    <>
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
    </>
  );
}
