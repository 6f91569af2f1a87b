import type { WithdrawAddress } from "@lotus/contract";
import { Card, NavBar, Skeleton, SkeletonGroup } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { navigation } from "../../shell/navigation.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { FailedState } from "../../components/failed-state.tsx";
import { AddressRow } from "./address-row.tsx";
import { LockedStrip } from "./locked-strip.tsx";
import { addressesQuery } from "./payout-queries.ts";
import styles from "./payout.module.css";

interface BoundAddressesProps {
  title: string;
  /** What to show once the addresses are known and not locked. */
  children: (addresses: readonly WithdrawAddress[]) => ReactNode;
}

/** A page that needs the player's addresses: while they load, when they cannot be had, and while they are locked. */
export function BoundAddresses({ title, children }: BoundAddressesProps) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(addressesQuery);
  if (data !== undefined && data.every(({ locked }) => !locked)) return children(data);
  return (
    <>
      <NavBar title={title} onBack={() => void navigation.back()} backLabel={t("app.back")} />
      {data !== undefined && (
        <div className={styles.page}>
          <LockedStrip />
          <AddressCard addresses={data} />
        </div>
      )}
      {data === undefined && error === null && <AddressesLoading />}
      {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
    </>
  );
}

/** The addresses one below the other. */
export function AddressCard({ addresses }: { addresses: readonly WithdrawAddress[] }) {
  return (
    <Card padding="none">
      {addresses.map((address) => (
        <AddressRow key={address.id} address={address} />
      ))}
    </Card>
  );
}

/** In place of addresses that are on their way. */
export function AddressesLoading() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.page}>
      <Skeleton height={72} radius={16} />
      <Skeleton height={72} radius={16} />
      <Skeleton height={48} radius={24} />
    </SkeletonGroup>
  );
}
