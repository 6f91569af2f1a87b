/** The channel of a demo, as the server describes it. */
export const PLAY_MONEY_CHANNEL = {
  id: "demo",
  kind: "demo",
  name: "Play money",
  min: "10.00",
  max: "5000.00",
  step: "0.01",
  fee: { basisPoints: 0, fixed: "0.00" },
  hours: null,
  open: true,
  expiresMinutes: null,
  sample: false,
};
