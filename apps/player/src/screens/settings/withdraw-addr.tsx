import type { WithdrawAddress } from "@lotus/contract";
import { NavBar, StateScreen } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { FailedState } from "../../components/failed-state.tsx";
import { AddAddress } from "../../features/payout/add-address.tsx";
import { AddressCard, AddressesLoading } from "../../features/payout/bound-addresses.tsx";
import { LockedStrip } from "../../features/payout/locked-strip.tsx";
import { addressesQuery } from "../../features/payout/payout-queries.ts";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { navigation } from "../../shell/navigation.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./withdraw-addr.module.css";

/** The player's withdrawal addresses, and links to add one. */
export function Screen() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(addressesQuery);
  return (
    <>
      <NavBar
        title={t("app.page.withdrawalAddresses")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
      />
      {data === undefined && error === null && <AddressesLoading />}
      {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <StateScreen
          picture={<LotusPond state="bud" />}
          title={t("withdraw.noAddress")}
          action={<AddAddress />}
        >
          {t("withdraw.noAddressWords")}
        </StateScreen>
      )}
      {data !== undefined && data.length > 0 && <Addresses addresses={data} />}
    </>
  );
}

function Addresses({ addresses }: { addresses: readonly WithdrawAddress[] }) {
  const { t } = useI18n();
  const locked = addresses.some((address) => address.locked);
  return (
    <div className={styles.page}>
      {locked && <LockedStrip />}
      <h2 className={styles.title}>{t("withdraw.list")}</h2>
      <AddressCard addresses={addresses} />
      {!locked && (
        <>
          <p className={styles.note}>{t("withdraw.changeNote")}</p>
          <AddAddress />
        </>
      )}
    </div>
  );
}
