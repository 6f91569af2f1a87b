import type { CALLS, CallData } from "@lotus/contract";

export type Channel = CallData<typeof CALLS.rechargeChannels>[number];
