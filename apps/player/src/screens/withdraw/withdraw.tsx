import type { IdentityState, MoneyRecord } from "@lotus/contract";
import { Button, IconButton, NavBar, ReceiptIcon, Skeleton, SkeletonGroup, StateScreen } from "@lotus/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveEvent } from "../../live/live-events.ts";
import { FailedState } from "../../components/failed-state.tsx";
import { AddAddress } from "../../features/payout/add-address.tsx";
import { addressesQuery, QUOTE_KEY, quoteQuery } from "../../features/payout/payout-queries.ts";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { WithdrawDone } from "./withdraw-done.tsx";
import { WithdrawForm } from "./withdraw-form.tsx";
import orderStyles from "../../features/money-order/money-order.module.css";

/** Withdraw: an address, an amount, the password, and the resulting order. */
export function Screen() {
  const { t } = useI18n();
  const client = useQueryClient();
  const addresses = useQuery(addressesQuery);
  const quote = useQuery(quoteQuery());
  const [order, setOrder] = useState<MoneyRecord | null>(null);
  // A settled bet or a decided order changes what may be withdrawn.
  const stale = () => void client.invalidateQueries({ queryKey: QUOTE_KEY });
  useLiveEvent("money", stale);
  useLiveEvent("order", stale);
  // The desk has decided about the documents.
  useLiveEvent("message", stale);
  const error = addresses.error ?? quote.error;
  const known = addresses.data !== undefined && quote.data !== undefined;
  return (
    <>
      <NavBar
        title={t("app.page.withdraw")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
        action={
          <IconButton
            label={t("withdraw.seeRecords")}
            icon={<ReceiptIcon size={22} />}
            onClick={() => void navigation.push(href("withdrawalRecords"))}
          />
        }
      />
      {order !== null ? (
        <WithdrawDone order={order} onAgain={() => setOrder(null)} />
      ) : (
        <>
          {!known && error === null && <Loading />}
          {!known && error !== null && (
            <FailedState
              error={error}
              onRetry={() => void Promise.all([addresses.refetch(), quote.refetch()])}
            />
          )}
          {known && quote.data.identity.needed && <IdentityStep state={quote.data.identity.state} />}
          {known && !quote.data.identity.needed && addresses.data.length === 0 && <NoAddress />}
          {known && !quote.data.identity.needed && addresses.data.length > 0 && (
            <WithdrawForm addresses={addresses.data} quote={quote.data} onDone={setOrder} />
          )}
        </>
      )}
    </>
  );
}

/** Before the form: a withdrawal needs to know who the player is. */
function IdentityStep({ state }: { state: IdentityState }) {
  const { t } = useI18n();
  const waits = state === "inReview";
  return (
    <StateScreen
      picture={<LotusPond state="bud" />}
      title={t(waits ? "withdraw.identity.inReview" : "withdraw.identity.title")}
      action={
        <Button onClick={() => void navigation.push(href("identity"))}>
          {t(waits ? "app.page.identity" : "withdraw.identity.action")}
        </Button>
      }
    >
      {t(waits ? "withdraw.identity.inReviewWords" : "withdraw.identity.words")}
    </StateScreen>
  );
}

function NoAddress() {
  const { t } = useI18n();
  return (
    <StateScreen picture={<LotusPond state="bud" />} title={t("withdraw.noAddress")} action={<AddAddress />}>
      {t("withdraw.noAddressWords")}
    </StateScreen>
  );
}

function Loading() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={orderStyles.page}>
      <Skeleton height={24} />
      <Skeleton height={72} radius={16} />
      <Skeleton height={72} radius={12} />
      <Skeleton height={120} radius={12} />
      <Skeleton height={52} radius={14} />
    </SkeletonGroup>
  );
}
