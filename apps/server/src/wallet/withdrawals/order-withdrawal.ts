import type { CALLS, CallBody } from "@lotus/contract";
import { refuse, type Answer, type CallContext } from "../../http/handler.ts";
import type { WalletTools } from "../wallet.ts";

type MakeOrder = typeof CALLS.makeOrder;

/** Takes a withdrawal on: the part of makeOrder whose type says so. */
export function orderWithdrawal(
  _tools: WalletTools,
  _body: Extract<CallBody<MakeOrder>, { type: "withdrawal" }>,
  _context: CallContext<MakeOrder>,
): Promise<Answer<MakeOrder>> {
  return Promise.resolve(refuse("ADDRESS_UNKNOWN"));
}
