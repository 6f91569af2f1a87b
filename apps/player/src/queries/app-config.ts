import { CALLS, type CallData, VERSION } from "@lotus/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../session/api.ts";
import { serverClock } from "../api/server-clock.ts";
import { applyRemoteConfig } from "../api/remote-config.ts";

export type AppConfig = CallData<typeof CALLS.appConfig>;

export const appConfigQuery = queryOptions({
  queryKey: ["appConfig"],
  queryFn: async ({ signal }) => {
    // The player did not start this request, so its failure is not shown; the defaults apply.
    const config = await api.call(CALLS.appConfig, {}, { signal, hideErrors: true });
    serverClock.sync(config.serverTime);
    applyRemoteConfig(config.readings);
    return config;
  },
  staleTime: 5 * 60_000,
});

/** Used until the server has responded. */
const DEFAULTS: Pick<
  AppConfig,
  "title" | "version" | "demo" | "currency" | "inviteRequired" | "features" | "phoneCode"
> = {
  title: "Lotus",
  version: VERSION,
  demo: false,
  currency: { code: "VND", symbol: "K", minorDigits: 2, bankUnits: 1000 },
  inviteRequired: false,
  features: {},
  phoneCode: "+84",
};

/**
 * The server's settings: title, currency, switches. Complete from the first render; updated when the server responds.
 */
export function useAppConfig(): typeof DEFAULTS & Partial<AppConfig> {
  return useQuery(appConfigQuery).data ?? DEFAULTS;
}
