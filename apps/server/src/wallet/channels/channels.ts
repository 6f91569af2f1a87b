import type { ChannelSettings } from "../../settings/channel-settings.ts";
import type { Currency } from "../../settings/product-settings.ts";
import { bankChannel } from "./bank.ts";
import type { RechargeChannel } from "./channel.ts";
import { coinChannel } from "./coin.ts";
import { DEMO_CHANNEL } from "./demo.ts";

/** The channels enabled by the settings, in display order. Play money exists only in a demo. */
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
