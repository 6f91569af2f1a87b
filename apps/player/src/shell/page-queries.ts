import { gameCode, prizeNo } from "@lotus/contract";
import * as z from "zod/mini";

const none = z.object({});
const redirect = z.optional(z.string().check(z.maxLength(2048)));

/**
 * The query parameters of every page. Separate from the table of routes, so that a screen can name its own parameters
 * while the table imports the screen.
 */
export const PAGE_QUERIES = {
  home: none,
  service: none,
  lobby: none,
  mine: none,

  login: z.object({ redirect }),
  register: z.object({ invite: z.optional(z.string().check(z.maxLength(32))), redirect }),
  forgot: none,
  confirmEmail: z.object({ token: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))) }),

  game: z.object({ code: z.optional(gameCode) }),
  guide: z.object({
    code: z.optional(gameCode),
    option: z.optional(z.string().check(z.regex(/^[A-Z0-9_.]{1,24}$/))),
  }),
  trends: z.object({
    code: z.optional(gameCode),
    draws: z.optional(z.enum(["10", "30", "50", "100"])),
    view: z.optional(z.enum(["table", "roads", "results"])),
  }),
  messages: z.object({ tab: z.optional(z.enum(["notice", "message"])) }),
  profile: none,
  bettingRecords: z.object({ code: z.optional(gameCode) }),
  rechargeRecords: none,
  transactionRecords: none,
  withdrawalRecords: none,
  report: none,
  recharge: none,
  withdraw: none,
  agent: none,
  limits: none,
  verify: z.object({ code: z.optional(gameCode), prize: z.optional(prizeNo) }),

  settings: none,
  bankCard: none,
  email: none,
  loginPassword: none,
  phone: none,
  wallet: none,
  withdrawalAddresses: none,
  withdrawalPassword: none,
  language: none,
  appearance: none,
  sound: none,
  devices: none,
  about: none,

  terms: none,
  privacy: none,
} as const;

export type RouteName = keyof typeof PAGE_QUERIES;

/** The query parameters of a page, as `href` takes them and its screen receives them. */
export type RouteQuery<Name extends RouteName> = z.output<(typeof PAGE_QUERIES)[Name]>;

/** Props of every screen: its validated query parameters. */
export interface ScreenProps<Query = object> {
  readonly query: Query;
}
