import type { Mutation } from "../mutation.ts";

/** Section 10: what players of such games do every day. */
export const HABITS: readonly Mutation[] = [
  {
    row: "10.01",
    breaks: "a chase sets less aside than it will stake",
    file: "apps/server/src/chases/begin-chase.ts",
    from: "      amount: held,",
    to: "      amount: held - 1n,",
  },
  {
    row: "10.04",
    breaks: "a chase goes on after a win",
    file: "apps/server/src/chases/begin-chase.ts",
    from: "    body.stop_on_win,",
    to: "    false,",
  },
  {
    row: "10.09",
    breaks: "the chance of losing everything is that of one draw more",
    file: "packages/games/chase/plan-chance.ts",
    from: "power(chance.nothing.p, draws)",
    to: "power(chance.nothing.p, draws + 1)",
  },
  {
    row: "10.18",
    breaks: "earlier slips are offered beside picks",
    file: "apps/player/src/features/slip/slip-bar.tsx",
    from: "onMySlips !== undefined && list.length === 0",
    to: "onMySlips !== undefined && list.length >= 0",
  },
  {
    row: "10.19",
    breaks: "two saved slips have one name",
    file: "apps/server/src/saved/saved-picks.ts",
    from: "alike.some((other) => isSameName(other.name, name))",
    to: "alike.some((other) => other === undefined)",
  },
  {
    row: "10.22",
    breaks: "the stake is tripled",
    file: "apps/player/src/features/slip/stake-steps.ts",
    from: "amount * 2n",
    to: "amount * 3n",
  },
  {
    row: "10.25",
    breaks: "one tap bets more than the player chose",
    file: "apps/player/src/features/one-tap/one-tap-bet.ts",
    from: "figures.total > limit.value",
    to: "figures.total > limit.value * 100n",
  },
  {
    row: "10.30",
    breaks: "the badge leaves results out",
    file: "apps/player/src/features/news/app-badge.ts",
    from: "?? 0) + unseenResults()",
    to: "?? 0)",
  },
  {
    row: "10.31",
    breaks: "the app is offered again and again",
    file: "apps/player/src/features/news/install-hint.tsx",
    from: "useInstall.setState({ offered: true })",
    to: "useInstall.setState({ offered: false })",
  },
  {
    row: "10.39",
    breaks: "what is held is not said of the balance",
    file: "apps/player/src/features/balance/holds.tsx",
    from: "if (hidden || holds.length === 0) return undefined;",
    to: "if (hidden || holds.length >= 0) return undefined;",
  },
  {
    row: "10.53",
    breaks: "a number is heard without what it is",
    file: "apps/player/src/features/board/cell-names.ts",
    from: "const name = beforeNumber(numbers) + item;",
    to: "const name = item;",
  },
  {
    row: "10.54",
    breaks: "the bar does not say what a press does",
    file: "apps/player/src/features/slip/slip-bar.tsx",
    from: '<VisuallyHidden>{`${t("play.slip.open")}, `}</VisuallyHidden>',
    to: "",
  },
];
