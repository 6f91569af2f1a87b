import type { WithdrawAddress } from "@lotus/contract";
import { Button } from "@lotus/ui";
import { addressIcon, payeeOf } from "../../features/payout/address-row.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import orderStyles from "../../features/money-order/money-order.module.css";
import { RadioCards } from "../../features/money-order/radio-cards.tsx";
import styles from "./withdraw.module.css";

interface AddressChoiceProps {
  addresses: readonly WithdrawAddress[];
  value: string;
  onChange: (id: string) => void;
}

/** Choice of the address the money goes to. */
export function AddressChoice({ addresses, value, onChange }: AddressChoiceProps) {
  const { t } = useI18n();
  return (
    <section className={styles.addresses} aria-labelledby="withdraw-to">
      <div className={styles.captionRow}>
        <h2 id="withdraw-to" className={orderStyles.caption}>
          {t("withdraw.to")}
        </h2>
        <Button variant="ghost" size="s" onClick={() => void navigation.push(href("withdrawalAddresses"))}>
          {t("withdraw.addOther")}
        </Button>
      </div>
      <RadioCards
        labelledBy="withdraw-to"
        name="address"
        items={addresses.map((address) => ({
          id: address.id,
          icon: addressIcon(address),
          title: payeeOf(address, t),
          detail: address.number,
        }))}
        value={value}
        onChange={onChange}
      />
    </section>
  );
}
