import type { Mutation } from "../mutation.ts";

const APP = "apps/player/src";
const CONTRACT = "packages/contract";
const GAMES = "packages/games";

/** Section 3: entities, their fields, and the kinds of bets. */
export const ENTITIES: readonly Mutation[] = [
  {
    row: "3.01",
    breaks: "the end of a session keeps the jwt",
    file: `${APP}/session/session.ts`,
    from: 'dropSession: (ended) => set({ accessToken: "", jwtToken: "", ',
    to: 'dropSession: (ended) => set({ accessToken: "", ',
  },
  {
    row: "3.02",
    breaks: "every password is remembered",
    file: `${APP}/screens/auth/login.tsx`,
    from: "(remember ? rememberPassword(",
    to: "(true ? rememberPassword(",
  },
  {
    row: "3.04",
    breaks: "a device has no identifier",
    file: `${APP}/session/session.ts`,
    from: "deviceId: newDeviceId(),",
    to: 'deviceId: "",',
  },
  {
    row: "3.06",
    breaks: "the reply does not tell what is unread",
    file: `${CONTRACT}/calls/user/get-user-info.ts`,
    from: "unreadMsg: z.number(),",
    to: "",
  },
  {
    row: "3.10",
    breaks: "no account is of medium security",
    file: `${CONTRACT}/calls/user/get-user-info.ts`,
    from: '["low", "medium", "high"]',
    to: '["low", "high"]',
  },
  {
    row: "3.11",
    breaks: "three guards are medium",
    file: "apps/server/src/accounts/security-level.ts",
    from: "count === 3",
    to: "count === 4",
  },
  {
    row: "3.19",
    breaks: "any number is a device of registration",
    file: `${CONTRACT}/calls/user/register.ts`,
    from: "z.literal(1)",
    to: "z.number()",
  },
  {
    row: "3.30",
    breaks: "a bet does not tell its gameplay",
    file: `${CONTRACT}/records.ts`,
    from: "  optionName: z.string(),\n  groups: z.array(pickedGroup),\n  betNumbers",
    to: "  groups: z.array(pickedGroup),\n  betNumbers",
  },
  {
    row: "3.38",
    breaks: "a win is no transaction",
    file: `${CONTRACT}/records.ts`,
    from: '  "win",\n',
    to: "",
  },
  {
    row: "3.39",
    breaks: "the report has no transfer out",
    file: `${CONTRACT}/calls/user/report.ts`,
    from: "  transferOut: money,\n",
    to: "",
  },
  {
    row: "3.46",
    breaks: "there is no group 24",
    file: `${GAMES}/five-digits/options.ts`,
    from: '  allDifferent("SX.Z24", LAST_FOUR),\n',
    to: "",
  },
  {
    row: "3.53",
    breaks: "four of a kind is no special bet",
    file: `${GAMES}/five-digits/options.ts`,
    from: '  atLeast("WX.SJFC", 4),\n',
    to: "",
  },
  {
    row: "3.56",
    breaks: "three same are 11 to 66",
    file: `${GAMES}/dice/dice.ts`,
    from: "face.repeat(3)",
    to: "face.repeat(2)",
  },
  {
    row: "3.57",
    breaks: "135 is in a row",
    file: `${GAMES}/dice/facts.ts`,
    from: "high - low === 2",
    to: "high - low >= 2",
  },
  {
    row: "3.64",
    breaks: "there is no top two",
    file: `${GAMES}/racing/options.ts`,
    from: '  direct("CQEFS.CQEFS", 2),\n',
    to: "",
  },
  {
    row: "3.72",
    breaks: "head 4 cannot be picked",
    file: `${GAMES}/mark-six/options/special-head.ts`,
    from: '"3", "4"]',
    to: '"3"]',
  },
];
