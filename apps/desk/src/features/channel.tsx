import { useI18n } from "../i18n/use-i18n.ts";

const CHANNELS = ["demo", "bank", "wallet", "usdt-tron", "usdt-ethereum", "btc"] as const;

/** Name of a payment channel; an unknown one is shown by its id. */
export function Channel({ id }: { readonly id: string }) {
  const t = useI18n();
  const known = CHANNELS.find((each) => each === id);
  return <span style={{ whiteSpace: "nowrap" }}>{known === undefined ? id : t(`channel.${known}`)}</span>;
}
