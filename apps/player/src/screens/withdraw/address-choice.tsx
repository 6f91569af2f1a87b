import type { WithdrawAddress } from "@lotus/contract";
import { Button, Card, CheckIcon } from "@lotus/ui";
import { addressIcon, payeeOf } from "../../features/payout/address-row.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./withdraw.module.css";

interface AddressChoiceProps {
  addresses: readonly WithdrawAddress[];
  value: string;
  onChange: (id: string) => void;
}

/** Where the money is to go; native radio buttons underneath. */
export function AddressChoice({ addresses, value, onChange }: AddressChoiceProps) {
  const { t } = useI18n();
  return (
    <section className={styles.addresses} aria-labelledby="withdraw-to">
      <div className={styles.captionRow}>
        <h2 id="withdraw-to" className={styles.caption}>
          {t("withdraw.to")}
        </h2>
        <Button variant="ghost" size="s" onClick={() => void navigation.push(href("withdrawalAddresses"))}>
          {t("withdraw.addOther")}
        </Button>
      </div>
      <Card padding="none">
        <div role="radiogroup" aria-labelledby="withdraw-to">
          {addresses.map((address) => (
            <label key={address.id} className={styles.address}>
              <input
                type="radio"
                name="address"
                className={styles.radio}
                checked={address.id === value}
                onChange={() => onChange(address.id)}
              />
              {addressIcon(address)}
              <span className={styles.addressWords}>
                <b>{payeeOf(address, t)}</b>
                <span>{address.number}</span>
              </span>
              {address.id === value && <CheckIcon size={20} className={styles.chosen} aria-hidden />}
            </label>
          ))}
        </div>
      </Card>
    </section>
  );
}
