import type { Network, WithdrawAddress } from "@lotus/contract";
import type { WithdrawMessageKey } from "@lotus/locales";
import { ListRow, LockIcon, WalletIcon } from "@lotus/ui";
import type { ReactNode } from "react";
import { BankMark } from "../banks/bank-mark.tsx";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import styles from "./payout.module.css";

/** Name of each network with the coin that is paid out on it. */
export const NETWORK_WORDS = {
  tron: "withdraw.network.tron",
  ethereum: "withdraw.network.ethereum",
  bitcoin: "withdraw.network.bitcoin",
} as const satisfies Record<Network, WithdrawMessageKey>;

/** The bank, or the network, of an address. */
export function payeeOf({ bankName, network }: WithdrawAddress, t: I18n["t"]): string {
  return bankName ?? t(NETWORK_WORDS[network ?? "tron"]);
}

/** Icon of an address: the mark of its bank, or a wallet. */
export function addressIcon({ kind, bankName = "" }: Pick<WithdrawAddress, "kind" | "bankName">): ReactNode {
  return kind === "bank" ? <BankMark name={bankName} size={32} /> : <WalletIcon size={20} aria-hidden />;
}

/** An address in a list, with its lock. */
export function AddressRow({ address }: { address: WithdrawAddress }) {
  const { t, date } = useI18n();
  const { number, realName, createdAt, locked } = address;
  return (
    <ListRow
      icon={addressIcon(address)}
      title={payeeOf(address, t)}
      detail={[number, realName].filter((part) => part !== undefined).join(" · ")}
      value={<span className={styles.bound}>{t("withdraw.boundAt", { date: date(createdAt) })}</span>}
      status={locked ? <LockIcon size={16} aria-label={t("withdraw.locked")} /> : undefined}
    />
  );
}
