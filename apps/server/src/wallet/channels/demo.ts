import type { RechargeChannel } from "./channel.ts";

/** Play money: passes at once. Exists only in demo mode. */
export const DEMO_CHANNEL: RechargeChannel = {
  id: "demo",
  kind: "demo",
  name: "channel.demo",
  sample: false,
  min: 1_00n,
  max: 1_000_000_00n,
  step: 1n,
  fee: { basisPoints: 0n, fixed: 0n },
  hours: null,
  coin: null,
  begins: { as: "passed" },
};
