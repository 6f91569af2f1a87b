import { createHmac } from "node:crypto";
import { expect } from "vitest";
import type { DeskServer } from "./desk-server.ts";

/** A player of a test of the desk. */
export interface DeskPlayer {
  readonly id: bigint;
  readonly token: string;
}

/** A player with a bound bank card: `address` is its id. */
export interface PlayerWithCard extends DeskPlayer {
  readonly address: string;
}

/** Orders a recharge by bank transfer, which waits for review; returns its number. */
export async function orderBankRecharge(
  server: DeskServer,
  { token }: Pick<DeskPlayer, "token">,
  amount: string,
): Promise<string> {
  const channels = await server.player("GET", "/api/user/rechargeChannels", token);
  const bank = channels.data.find(({ id }: { id: string }) => id !== "demo");
  const body = { type: "recharge", amount, channel_id: bank?.id };
  const order = await server.player("POST", "/api/user/makeOrder", token, body);
  expect(order).toMatchObject({ code: 0, data: { status: "pendingReview" } });
  return order.data.orderNo;
}

/** Registers a player with a bank card and with money that no operator credited. */
export async function enrolWithCard(
  server: DeskServer,
  username: string,
  amount: string,
): Promise<PlayerWithCard> {
  const player = await server.enrol(username);
  const body = { type: "recharge", amount, channel_id: "demo" };
  expect((await server.player("POST", "/api/user/makeOrder", player.token, body)).code).toBe(0);
  const card = String(player.id).padStart(12, "0");
  const bound = await server.player("POST", "/api/user/bindBankCard", player.token, {
    real_name: "Nguyen Van An",
    bank_name: "Vietcombank",
    card_no: card,
    card_no_confirmation: card,
    trans_password: "135790",
  });
  expect(bound.code).toBe(0);
  return { ...player, address: bound.data.id };
}

/** Orders a withdrawal to the player's card; returns its number. */
export async function orderWithdrawal(
  server: DeskServer,
  { token, address }: Pick<PlayerWithCard, "token" | "address">,
  amount: string,
): Promise<string> {
  const order = await server.player("POST", "/api/user/makeOrder", token, {
    type: "withdrawal",
    amount,
    addr_id: address,
    trans_password: "135790",
  });
  expect(order).toMatchObject({ code: 0 });
  return order.data.orderNo;
}

/** A payment as the bank reports it, signed with the channel's secret. `amount` in whole dong. */
export async function sendBankNotice(
  server: DeskServer,
  secret: string,
  payment: { readonly id: string; readonly amount: number; readonly reference: string },
): Promise<void> {
  const body = JSON.stringify({
    notice_id: payment.id,
    amount: String(payment.amount),
    currency: "VND",
    reference: payment.reference,
  });
  const timestamp = String(server.now());
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  const reply = await server.app.player.inject({
    method: "POST",
    url: "/api/notice/bank",
    headers: {
      "content-type": "application/json",
      "x-notice-timestamp": timestamp,
      "x-notice-signature": signature,
    },
    payload: body,
  });
  expect(reply.json()).toMatchObject({ code: 0 });
}

/** The spendable balance as shown by the player's app. */
export async function balanceOf(server: DeskServer, { token }: Pick<DeskPlayer, "token">): Promise<string> {
  return (await server.player("GET", "/api/balance", token)).data;
}
