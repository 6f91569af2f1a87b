import type { MessageKey } from "@lotus/locales";
import { Card, CheckIcon, CreditCardIcon, TicketIcon, WalletIcon } from "@lotus/ui";
import type { ReactNode } from "react";
import { useWords } from "../../../words/use-words.tsx";
import styles from "./recharge.module.css";
import type { Channel } from "./recharge-form.tsx";

const ICONS: Readonly<Record<Channel["kind"], ReactNode>> = {
  demo: <TicketIcon size={22} aria-hidden />,
  bank: <CreditCardIcon size={22} aria-hidden />,
  wallet: <WalletIcon size={22} aria-hidden />,
};

/** How the money of each kind arrives. */
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

/** The ways to recharge, each with how its money arrives; native radio buttons underneath. */
export function ChannelChoice({ channels, value, onChange }: ChannelChoiceProps) {
  const { t } = useWords();
  return (
    <section className={styles.channels} aria-labelledby="recharge-channels">
      <h2 id="recharge-channels" className={styles.caption}>
        {t("money.recharge.channel")}
      </h2>
      <Card padding="none">
        <div role="radiogroup" aria-labelledby="recharge-channels">
          {channels.map(({ id, kind, name }) => (
            <label key={id} className={styles.channel}>
              <input
                type="radio"
                name="channel"
                className={styles.radio}
                checked={id === value}
                onChange={() => onChange(id)}
              />
              {ICONS[kind]}
              <span className={styles.channelWords}>
                <b>{name}</b>
                <span>{t(KINDS[kind])}</span>
              </span>
              {id === value && <CheckIcon size={20} className={styles.chosen} aria-hidden />}
            </label>
          ))}
        </div>
      </Card>
    </section>
  );
}
