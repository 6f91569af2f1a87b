import type { ChannelSettings } from "../../settings/channel-settings.ts";
import type { Currency } from "../../settings/product-settings.ts";
import { bankChannel } from "./bank.ts";
import type { RechargeChannel } from "./channel.ts";
import { coinChannel } from "./coin.ts";
import { DEMO_CHANNEL } from "./demo.ts";

/** The channels that the settings open, in the order they are offered. Play money exists in a demo alone. */
export function openChannels({
  demo,
  currency,
  channels: { bank, coins, graceMs },
}: {
  readonly demo: boolean;
  readonly currency: Currency;
  readonly channels: ChannelSettings;
}): readonly RechargeChannel[] {
  return [
    ...(demo ? [DEMO_CHANNEL] : []),
    ...(bank === null ? [] : [bankChannel(bank, { currency, graceMs })]),
    ...coins.map((coin) => coinChannel(coin, { graceMs })),
  ];
}
