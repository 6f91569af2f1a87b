import { expect } from "vitest";
import { type DeskPlayer, sendBankNotice } from "./desk-players.ts";
import { openDeskServer, type Reply } from "./desk-server.ts";

export const BANK_SECRET = "the-bank-s-own-secret-of-32-letters";

/** A desk whose house takes bank transfers, with what players, the bank and cashiers do about a recharge. */
export async function openBankDesk() {
  const server = await openDeskServer({
    RECHARGE_BANK_ACCOUNT: "0011001234567",
    RECHARGE_BANK_NAME: "A Bank",
    RECHARGE_BANK_PAYEE: "LOTUS",
    RECHARGE_BANK_BIN: "970436",
    RECHARGE_BANK_NOTICE_SECRET: BANK_SECRET,
    RECHARGE_MAX_PENDING: "50",
  });
  const [people, notices] = [{ count: 0 }, { count: 0 }];
  const act = async (path: string, body: object = {}, who = 1): Promise<Reply> =>
    server.desk("POST", `/desk/api/${path}`, await server.as("cashier", who), body);
  /** The payment that came last. */
  const lastPayment = async (state = "open") =>
    (
      await server.desk(
        "GET",
        `/desk/api/paymentNotices?state=${state}&page_size=1`,
        await server.as("cashier"),
      )
    ).data.list[0];
  return {
    server,
    act,
    lastPayment,
    enrol: async (username = `payer_${(people.count += 1)}`): Promise<DeskPlayer> =>
      await server.enrol(username),
    recharge: async ({ token }: DeskPlayer, amount: string) => {
      const body = { type: "recharge", amount, channel_id: "bank" };
      const { data } = await server.player("POST", "/api/user/makeOrder", token, body);
      return { orderNo: String(data.orderNo), reference: String(data.payment.reference) };
    },
    /** 1,000 đồng are one unit of the account. */
    came: async (reference: string, dong: number): Promise<void> => {
      notices.count += 1;
      await sendBankNotice(server, BANK_SECRET, { id: `N${notices.count}`, amount: dong, reference });
    },
    /** The bank's number of what came last. */
    lastNotice: () => `N${notices.count}`,
    orderAt: async (orderNo: string) =>
      (await server.desk("GET", `/desk/api/recharges/${orderNo}`, await server.as("cashier"))).data,
    recordOf: async ({ token }: DeskPlayer, orderNo: string) =>
      (await server.player("GET", `/api/user/orderList?type=recharge&order_no=${orderNo}`, token)).data
        .list[0],
    match: async (order: string, who = 1): Promise<string> => {
      const { id } = await lastPayment();
      const matched = await act(
        `paymentNotices/${id}/match`,
        { order_no: order, reason: "seen on the statement" },
        who,
      );
      expect(matched.code).toBe(0);
      return id;
    },
  };
}
