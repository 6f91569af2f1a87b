import { useI18n } from "../i18n/use-i18n.ts";

const CHANNELS = ["demo", "bank", "wallet", "usdt-tron", "usdt-ethereum", "btc"] as const;

/** Name of a payment channel; an unknown one is shown by its id. */
export function Channel({ id }: { readonly id: string }) {
  return <span style={{ whiteSpace: "nowrap" }}>{useChannelName()(id)}</span>;
}

/** The same as text. */
export function useChannelName(): (id: string) => string {
  const t = useI18n();
  return (id) => {
    const known = CHANNELS.find((each) => each === id);
    return known === undefined ? id : t(`channel.${known}`);
  };
}
