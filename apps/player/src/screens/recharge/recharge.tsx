import { CALLS } from "@lotus/contract";
import { Button, IconButton, NavBar, ReceiptIcon, Skeleton, SkeletonGroup, StateScreen } from "@lotus/ui";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FailedState } from "../../components/failed-state.tsx";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { api } from "../../session/api.ts";
import { appConfigQuery } from "../../queries/app-config.ts";
import { useShownTogether } from "../../queries/shown-together.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import orderStyles from "../../features/money-order/money-order.module.css";
import { RechargeDone } from "./recharge-done.tsx";
import { RechargeForm } from "./recharge-form.tsx";
import { LateBreakPage, LateRegisterPage } from "../../features/protection/break-gate.tsx";
import { useBreak, usePlayLimits } from "../../features/protection/play-limits.ts";
import { useRegisterStop } from "../../features/protection/register-stop.ts";
import { CareOffer } from "../../features/protection/care-offer.tsx";
import { DepositOffer } from "../../features/protection/deposit-offer.tsx";
import { WaitingRecharges, waitingRechargesQuery } from "./waiting-recharge.tsx";
import type { RechargeOrder } from "./use-recharge.ts";

const channelsQuery = queryOptions({
  queryKey: ["rechargeChannels"],
  queryFn: ({ signal }) => api.call(CALLS.rechargeChannels, {}, { signal, hideErrors: true }),
});

/** Recharge: a channel, an amount, and the resulting order. */
export function Screen() {
  const { t } = useI18n();
  const channels = useQuery(channelsQuery);
  const limits = usePlayLimits();
  const waiting = useQuery(waitingRechargesQuery);
  const isShown = useShownTogether(channels, limits, waiting, useQuery(appConfigQuery));
  const [order, setOrder] = useState<RechargeOrder | null>(null);
  const onBreak = useBreak();
  const refused = useRegisterStop();
  // Said before an amount is typed: the server would refuse each.
  const stop = refused ?? channels.data?.[0]?.needs ?? null;
  return (
    <>
      <NavBar
        title={t("app.page.recharge")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
        action={
          <IconButton
            label={t("money.recharge.records")}
            icon={<ReceiptIcon size={22} />}
            onClick={() => void navigation.push(href("rechargeRecords"))}
          />
        }
      />
      {onBreak !== null ? (
        <LateBreakPage now={onBreak} />
      ) : stop !== null ? (
        <LateRegisterPage stop={stop} />
      ) : order !== null ? (
        <RechargeDone order={order} onAgain={() => setOrder(null)} />
      ) : !isShown || channels.isPending ? (
        <Loading />
      ) : (
        <>
          <WaitingRecharges onOpen={setOrder} />
          <CareOffer />
          <DepositOffer />
          {channels.isError && channels.data === undefined && (
            <FailedState error={channels.error} onRetry={() => void channels.refetch()} />
          )}
          {channels.data?.length === 0 && <NoChannel />}
          {channels.data !== undefined && channels.data.length > 0 && (
            <RechargeForm channels={channels.data} onDone={setOrder} />
          )}
        </>
      )}
    </>
  );
}

function NoChannel() {
  const { t } = useI18n();
  return (
    <StateScreen
      picture={<LotusPond state="moon" />}
      title={t("money.recharge.noChannel")}
      action={
        <Button variant="tint" onClick={() => void navigation.switchTab(href("service"))}>
          {t("app.tab.service")}
        </Button>
      }
    >
      {t("money.recharge.noChannelWords")}
    </StateScreen>
  );
}

function Loading() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={orderStyles.page}>
      <Skeleton height={72} radius={16} />
      <Skeleton height={72} radius={12} />
      <Skeleton height={92} radius={12} />
      <Skeleton height={52} radius={14} />
    </SkeletonGroup>
  );
}
