import type { MessageKey } from "@lotus/locales";
import { CreditCardIcon, Pill, TicketIcon, WalletIcon } from "@lotus/ui";
import type { ReactNode } from "react";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import orderStyles from "../../features/money-order/money-order.module.css";
import { RadioCards } from "../../features/money-order/radio-cards.tsx";
import styles from "./recharge.module.css";
import type { Channel } from "./channel.ts";

const ICONS: Readonly<Record<Channel["kind"], ReactNode>> = {
  demo: <TicketIcon size={22} aria-hidden />,
  bank: <CreditCardIcon size={22} aria-hidden />,
  wallet: <WalletIcon size={22} aria-hidden />,
};

/** Wording for how the money of each kind arrives. */
const KINDS = {
  demo: "money.channel.demo",
  bank: "money.channel.bank",
  wallet: "money.channel.wallet",
} as const satisfies Record<Channel["kind"], MessageKey>;

interface ChannelChoiceProps {
  channels: readonly Channel[];
  value: string;
  onChange: (id: string) => void;
}

/** The recharge channels, each with how its money arrives, its fee and its hours. */
export function ChannelChoice({ channels, value, onChange }: ChannelChoiceProps) {
  const words = useI18n();
  const { t } = words;
  const { currency } = useAppConfig();
  return (
    <section className={styles.channels} aria-labelledby="recharge-channels">
      <h2 id="recharge-channels" className={orderStyles.caption}>
        {t("money.recharge.channel")}
      </h2>
      <RadioCards
        labelledBy="recharge-channels"
        name="channel"
        items={channels.map((channel) => ({
          id: channel.id,
          icon: ICONS[channel.kind],
          title: channel.name,
          detail: termsOf(channel, currency.symbol, words),
          badge: channel.open ? undefined : <Pill tone="neutral">{t("payment.closed")}</Pill>,
        }))}
        value={value}
        onChange={onChange}
      />
    </section>
  );
}

function termsOf(
  { kind, fee, hours, expiresMinutes }: Channel,
  unit: string,
  { t, money, number }: I18n,
): string {
  const percent = number(fee.basisPoints / 100, { maximumFractionDigits: 2 });
  const hasFixed = !/^0\.00$/u.test(fee.fixed);
  return [
    t(KINDS[kind]),
    ...(expiresMinutes === null ? [] : [t("payment.expires", { minutes: number(expiresMinutes) })]),
    ...(fee.basisPoints > 0 && !hasFixed ? [t("payment.feeTerms", { percent })] : []),
    ...(fee.basisPoints === 0 && hasFixed ? [t("payment.feeFixed", { fixed: money(fee.fixed), unit })] : []),
    ...(fee.basisPoints > 0 && hasFixed
      ? [t("payment.feeBoth", { percent, fixed: money(fee.fixed), unit })]
      : []),
    ...(hours === null ? [] : [t("payment.hours", hours)]),
  ].join(" · ");
}
