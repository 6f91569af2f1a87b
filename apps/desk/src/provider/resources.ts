import { DESK_CALLS, OWN_SESSION, type Action, type DeskCallSpec } from "@lotus/contract/desk";

/** The desk's calls behind a resource of react-admin. */
export interface DeskResource {
  readonly list: DeskCallSpec;
  readonly one?: DeskCallSpec;
  /** The filter that goes into the path as `id`: lists of one player. */
  readonly within?: string;
  /** With this filter the list is a queue, sorted by the longest waiting first. */
  readonly queue?: Readonly<Record<string, string>>;
}

const IN_REVIEW = { status: "pendingReview" } as const;

/** Resources with a page of their own: each has a row in app/pages.tsx. */
const PAGE_RESOURCES = {
  recharges: { list: DESK_CALLS.recharges, one: DESK_CALLS.recharge, queue: IN_REVIEW },
  withdrawals: { list: DESK_CALLS.withdrawals, one: DESK_CALLS.withdrawal, queue: IN_REVIEW },
  paymentNotices: { list: DESK_CALLS.paymentNotices, queue: { state: "open" } },
  identities: { list: DESK_CALLS.identities, one: DESK_CALLS.identity, queue: { state: "waiting" } },
  players: { list: DESK_CALLS.players, one: DESK_CALLS.player },
  agents: { list: DESK_CALLS.agents, one: DESK_CALLS.agent },
  gifts: { list: DESK_CALLS.gifts, one: DESK_CALLS.gift, queue: { status: "waiting" } },
  conversations: { list: DESK_CALLS.conversations },
  careCases: { list: DESK_CALLS.careCases, queue: { status: "open" } },
  notices: { list: DESK_CALLS.notices },
  banners: { list: DESK_CALLS.banners },
  games: { list: DESK_CALLS.games, one: DESK_CALLS.game },
  periods: { list: DESK_CALLS.periods, one: DESK_CALLS.period },
  operators: { list: DESK_CALLS.operators, one: DESK_CALLS.operator },
  audit: { list: DESK_CALLS.audit },
  retention: { list: DESK_CALLS.retentionRuns },
} as const satisfies Readonly<Record<string, DeskResource>>;
export type PageName = keyof typeof PAGE_RESOURCES;

/** Every resource that the desk lists, including those on other pages. */
export const RESOURCES = {
  ...PAGE_RESOURCES,
  playerLedger: { list: DESK_CALLS.playerLedger, within: "player" },
  playerBets: { list: DESK_CALLS.playerBets, within: "player" },
  playerNotes: { list: DESK_CALLS.playerNotes, within: "player" },
  playerSessions: { list: DESK_CALLS.playerSessions, within: "player" },
  agentTeam: { list: DESK_CALLS.agentTeam, within: "agent" },
  agentDays: { list: DESK_CALLS.agentBooks },
  oddsVersions: { list: DESK_CALLS.oddsVersions },
} as const satisfies Readonly<Record<string, DeskResource>>;
export type ResourceName = keyof typeof RESOURCES;

/** The action that lets a role see a resource. */
export function readActionOf(name: ResourceName): Action | undefined {
  const { list }: DeskResource = RESOURCES[name];
  return list.action === OWN_SESSION ? undefined : list.action;
}

/** Resources whose list is a queue with some filter. */
type QueueName = {
  [Name in PageName]: (typeof PAGE_RESOURCES)[Name] extends { readonly queue: object } ? Name : never;
}[PageName];

/** The resource again if these filters, and nothing else, make its list a queue. */
export function queueOf(
  name: ResourceName,
  filters: Readonly<Record<string, unknown>>,
): QueueName | undefined {
  const { queue }: DeskResource = RESOURCES[name];
  const isQueue =
    queue !== undefined &&
    Object.keys(filters).length === Object.keys(queue).length &&
    Object.entries(queue).every(([key, value]) => filters[key] === value);
  // Only these have one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return isQueue ? (name as QueueName) : undefined;
}
