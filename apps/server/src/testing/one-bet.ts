import type { CALLS, CallBody } from "@lotus/contract";
import { vi } from "vitest";
import type { DeskServer } from "./desk-server.ts";

/** Where bets on FFC are placed. */
export const ORDER_PATH = "/api/lottery/order/FFC";

/** An option as the rules show it. */
interface Option {
  readonly id: string;
  readonly groups: readonly {
    readonly code: string;
    readonly min: number;
    readonly items: readonly { readonly id: string }[];
  }[];
}

/** A bet that was placed, with its numbers. */
export interface OneBet {
  readonly orderNo: string;
  readonly prizeNo: string;
}

interface OneBetOptions {
  readonly prizeNo?: string;
  readonly amount?: string;
}

interface OneBetOptions {
  readonly prizeNo?: string;
  readonly amount?: string;
}

/** Places one bet on FFC, of 1.00 in the period on sale by default. Throws if it is refused. */
export async function placeOneBet(
  server: Pick<DeskServer, "player">,
  token: string,
  options: OneBetOptions = {},
): Promise<OneBet> {
  const slip = await slipOfOneBet(server, options);
  const reply = await server.player("POST", ORDER_PATH, token, slip);
  if (reply.code !== 0) throw new Error(`a bet was refused: ${reply.msg}`);
  return { orderNo: reply.data.orders[0].orderNo, prizeNo: slip.prize_no };
}

/** What such a bet is asked with. */
export async function slipOfOneBet(
  server: Pick<DeskServer, "player">,
  { prizeNo, amount = "1.00" }: OneBetOptions = {},
): Promise<CallBody<typeof CALLS.order>> {
  const rule = await server.player("GET", "/api/lottery/rule/FFC");
  const modes: readonly { readonly childrens: readonly Option[] }[] = rule.data.rules;
  // An option in which one item of each group is one bet.
  const option = modes
    .flatMap(({ childrens }) => childrens)
    .find(({ groups }) => groups.every(({ min }) => min === 1));
  if (option === undefined) throw new Error("no option of FFC is one item of each group");
  const groups = option.groups.map(({ code, items }) => ({
    code,
    items: items.slice(0, 1).map(({ id }) => id),
  }));
  return {
    prize_no: prizeNo ?? (await periodOnSale(server)),
    bets: [{ option_id: option.id, amount, groups }],
  };
}

/** The period of FFC on sale. In the seconds between two sales it waits for the next one to open. */
function periodOnSale(server: Pick<DeskServer, "player">): Promise<string> {
  return vi.waitFor(
    async () => {
      const { data } = await server.player("GET", "/api/lottery/current/FFC");
      if (data === null || data.openAt > data.serverTime) throw new Error("no period of FFC is on sale");
      return data.prizeNo;
    },
    { timeout: 20_000, interval: 200 },
  );
}
