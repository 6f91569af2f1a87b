import { Button, CreditCardIcon, WalletIcon } from "@lotus/ui";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./payout.module.css";

/** Buttons to add a bank card or a wallet. */
export function AddAddress() {
  const { t } = useI18n();
  return (
    <div className={styles.add}>
      <Button
        variant="tint"
        icon={<CreditCardIcon size={20} aria-hidden />}
        onClick={() => void navigation.push(href("bankCard"))}
      >
        {t("withdraw.addCard")}
      </Button>
      <Button
        variant="tint"
        icon={<WalletIcon size={20} aria-hidden />}
        onClick={() => void navigation.push(href("wallet"))}
      >
        {t("withdraw.addWallet")}
      </Button>
    </div>
  );
}
