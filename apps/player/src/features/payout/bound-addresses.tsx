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
  /** Rendered once the addresses are loaded and not locked. */
  children: (addresses: readonly WithdrawAddress[]) => ReactNode;
}

/** Page that needs the player's addresses, with its loading, error and locked states. */
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

/** List of addresses. */
export function AddressCard({ addresses }: { addresses: readonly WithdrawAddress[] }) {
  return (
    <Card padding="none">
      {addresses.map((address) => (
        <AddressRow key={address.id} address={address} />
      ))}
    </Card>
  );
}

/** Placeholder while addresses load. */
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
