import type { DeskServer } from "./desk-server.ts";

/** An option as the rules show it. */
interface Option {
  readonly id: string;
  readonly groups: readonly {
    readonly code: string;
    readonly min: number;
    readonly items: readonly { readonly id: string }[];
  }[];
}

/** A bet that was placed, by the numbers that everybody calls it by. */
export interface OneBet {
  readonly orderNo: string;
  readonly prizeNo: string;
}

/** Places one bet on FFC, in the period that is on sale and of 1.00 unless said. Throws when it is refused. */
export async function placeOneBet(
  server: Pick<DeskServer, "player">,
  token: string,
  { prizeNo, amount = "1.00" }: { readonly prizeNo?: string; readonly amount?: string } = {},
): Promise<OneBet> {
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
  const period = prizeNo ?? (await server.player("GET", "/api/lottery/current/FFC")).data.prizeNo;
  const reply = await server.player("POST", "/api/lottery/order/FFC", token, {
    prize_no: period,
    bets: [{ option_id: option.id, amount, groups }],
  });
  if (reply.code !== 0) throw new Error(`a bet was refused: ${reply.msg}`);
  return { orderNo: reply.data.orders[0].orderNo, prizeNo: period };
}
