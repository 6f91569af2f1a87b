import type { Mutation } from "../mutation.ts";

const APP = "apps/player/src";
const CLIENT = `${APP}/api/api-client.ts`;
const SHARED_CLIENT = "packages/client/api-client.ts";
const LIST = `${APP}/features/slip/bet-list.ts`;

/** Section 4: states and transitions. */
export const STATES: readonly Mutation[] = [
  {
    row: "4.01",
    breaks: "a login stores nothing",
    file: `${APP}/screens/auth/login.tsx`,
    from: "useSession.getState().logIn(tokens, username);",
    to: "",
  },
  {
    row: "4.02",
    breaks: "a logout keeps the tokens",
    file: `${APP}/session/log-out.ts`,
    from: "useSession.getState().dropSession(why);",
    to: "",
  },
  {
    row: "4.03",
    breaks: "a changed password keeps the tokens",
    file: `${APP}/screens/settings/login-pwd.tsx`,
    from: 'useSession.getState().dropSession("password");',
    to: "",
  },
  {
    row: "4.04",
    breaks: "a 401 keeps the access token",
    file: SHARED_CLIENT,
    from: "renewal.drop(token);",
    to: "",
  },
  {
    row: "4.05",
    breaks: "every 401 makes a refresh of its own",
    file: SHARED_CLIENT,
    from: "flight ??= work()",
    to: "flight = work()",
  },
  {
    row: "4.06",
    breaks: "a 401 that stays leads nowhere",
    file: SHARED_CLIENT,
    from: "renewal.onLost(token);",
    to: "",
  },
  {
    row: "4.07",
    breaks: "a 402 keeps the jwt",
    file: CLIENT,
    from: "tokens().dropSession(sessionEndReason(failure.data));",
    to: "",
  },
  {
    row: "4.08",
    breaks: "a selected item takes the place of the others",
    file: LIST,
    from: "[...entry.ruleItem, { id: item }]",
    to: "[{ id: item }]",
  },
  {
    row: "4.09",
    breaks: "a missing group is not made",
    file: LIST,
    from: "return [...list, { code, id, ruleItem: [{ id: item }] }];",
    to: "return list;",
  },
  {
    row: "4.11",
    breaks: "an empty group stays",
    file: LIST,
    from: "if (left.length === 0) return list.filter((each) => each !== entry);",
    to: "",
  },
  {
    row: "4.13",
    breaks: "to replace by nothing keeps the group",
    file: LIST,
    from: "if (items.length === 0) return list.filter((entry) => entry.code !== code);",
    to: "",
  },
  {
    row: "4.15",
    breaks: "the second rule becomes the mode",
    file: `${APP}/features/slip/game-mode.ts`,
    from: "const first = rules[0];",
    to: "const first = rules[1];",
  },
  {
    row: "4.17",
    breaks: "an only child is chosen, too",
    file: `${APP}/features/slip/game-mode.ts`,
    from: "mode.childrens.length > 1 && first !== undefined",
    to: "first !== undefined",
  },
  {
    row: "4.18",
    breaks: "no order of money is ever cancelled",
    file: "packages/contract/records.ts",
    from: '["pendingReview", "passed", "cancelled"]',
    to: '["pendingReview", "passed"]',
  },
  {
    row: "4.19",
    breaks: "what was not drawn yet is drawn",
    file: "apps/server/src/betting/bet-list.sql.ts",
    from: "ELSE 'notDrawn' END",
    to: "ELSE 'drawn' END",
  },
  {
    row: "4.22",
    breaks: "a paid withdrawal leaves the addresses open",
    file: "apps/server/src/wallet/withdrawals/decide.ts",
    from: "await lockAddresses(tx, playerId);",
    to: "void lockAddresses;",
  },
  {
    row: "4.24",
    breaks: "a toast stays for three seconds",
    file: "packages/ui/overlay/toast.tsx",
    from: "durationMs = 1500 } = options",
    to: "durationMs = 3000 } = options",
  },
];
