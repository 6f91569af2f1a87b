import { afterAll, describe, expect, test } from "vitest";
import { openBankDesk } from "../testing/bank-desk.ts";
import { balanceOf } from "../testing/desk-players.ts";

const bank = await openBankDesk();
const { server, act, enrol, recharge, came, lastNotice, lastPayment, orderAt, recordOf, match } = bank;
afterAll(() => server.close());

const [DONE, CHANGED, MONEY_CAME] = [0, 8027, 8028];

describe("money of a cancelled recharge", () => {
  test("is unmatched again with the cancellation, whose reason cannot be that none came", async () => {
    const player = await enrol();
    const { orderNo } = await recharge(player, "1000.00");
    await came("no reference", 990_000);
    const id = await match(orderNo);
    expect((await act(`recharges/${orderNo}/cancel`, { reason: "notReceived" }, 2)).code).toBe(MONEY_CAME);
    expect((await orderAt(orderNo)).status).toBe("pendingReview");
    const note = "asked to send it back";
    expect((await act(`recharges/${orderNo}/cancel`, { reason: "otherAmount", note }, 2)).code).toBe(DONE);
    expect(await lastPayment()).toMatchObject({ id, state: "open", order: null, result: "unmatched" });
    expect(await orderAt(orderNo)).toMatchObject({
      status: "cancelled",
      payment: { came: null, notices: [] },
      decisions: [{ action: "recharge.cancel", told: "otherAmount", note, operator: { name: "cashier_2" } }],
    });
    const toPlayer = JSON.stringify(await recordOf(player, orderNo));
    expect(toPlayer).not.toContain(note);
  });

  test("that found it by itself, too", async () => {
    const { orderNo, reference } = await recharge(await enrol(), "77.00");
    await came(reference, 70_000);
    const shown = (await orderAt(orderNo)).payment.notices;
    expect(shown).toMatchObject([{ number: lastNotice(), text: reference, matched: false }]);
    expect((await act(`recharges/${orderNo}/cancel`, { reason: "sentBack" })).code).toBe(DONE);
    expect(await lastPayment()).toMatchObject({ id: shown[0].id, state: "open", order: null });
  });
});

describe("a notice after its order was passed by hand", () => {
  test("tells of that money, and is closed as it; the next one paid again", async () => {
    const { orderNo, reference } = await recharge(await enrol(), "91.00");
    expect((await act(`recharges/${orderNo}/pass`)).code).toBe(DONE);
    await came(reference, 91_000);
    const { id } = await lastPayment();
    expect(await lastPayment()).toMatchObject({ order: orderNo, result: "byHand" });
    expect((await act(`paymentNotices/${id}/close`, { reason: "sameMoney" })).code).toBe(DONE);
    const { decisions, payment } = await orderAt(orderNo);
    expect(decisions.at(-1)).toMatchObject({ action: "payment.close", note: "sameMoney" });
    expect(payment.notices).toMatchObject([{ number: lastNotice() }]);
    await came(reference, 91_000);
    expect(await lastPayment()).toMatchObject({ order: orderNo, result: "extra" });
  });
});

describe("the second of two people", () => {
  const propose = async () => {
    const player = await enrol();
    const { orderNo, reference } = await recharge(player, "500.00");
    await came(reference, 450_000);
    const note = "the bank confirmed the rest";
    await act(`recharges/${orderNo}/passWith`, { amount: "500.00", reason: note }, 1);
    return { player, orderNo, note };
  };
  const waiting = async (orderNo: string) =>
    (await server.desk("GET", "/desk/api/second", await server.as("cashier", 2))).data.list.find(
      ({ id }: { id: string }) => id === orderNo,
    );

  test("sees what came, what the first proposed and why, and confirms exactly that", async () => {
    const { player, orderNo, note } = await propose();
    expect(await waiting(orderNo)).toMatchObject({ amount: "500.00", asked: "500.00", came: "450.00", note });
    const { approvals, decisions } = await orderAt(orderNo);
    expect(approvals).toMatchObject([{ amount: "500.00", note }]);
    expect(decisions).toMatchObject([{ action: "recharge.passWith", amount: "500.00", note }]);
    const confirms = approvals[0].operator.id;
    const confirm = (amount: string) => act(`recharges/${orderNo}/pass`, { amount, confirms }, 2);
    expect((await confirm("499.00")).code).toBe(CHANGED);
    expect((await confirm("500.00")).data).toMatchObject({
      waitsForSecond: false,
      record: { amount: "500.00", needsTwo: true },
    });
    expect(await balanceOf(server, player)).toBe("500.00");
  });

  test("confirms nothing that came otherwise since: the proposal ended with what came", async () => {
    const player = await enrol();
    const { orderNo, reference } = await recharge(player, "30000.00");
    expect((await act(`recharges/${orderNo}/pass`, {}, 1)).data.waitsForSecond).toBe(true);
    const confirms = (await orderAt(orderNo)).approvals[0].operator.id;
    await came(reference, 29_500_000);
    expect((await act(`recharges/${orderNo}/pass`, { amount: "30000.00", confirms }, 2)).code).toBe(CHANGED);
    expect(await orderAt(orderNo)).toMatchObject({ approvals: [], payment: { came: "29500.00" } });
    expect((await act(`recharges/${orderNo}/pass`, { amount: "29500.00" }, 2)).code).toBe(DONE);
    expect(await balanceOf(server, player)).toBe("29500.00");
    expect(await recordOf(player, orderNo)).toMatchObject({ asked: "30000.00", came: "29500.00" });
  });

  test("who confirms more than came leaves on the order what came of what was asked", async () => {
    const { orderNo } = await propose();
    const confirms = (await orderAt(orderNo)).approvals[0].operator.id;
    await act(`recharges/${orderNo}/pass`, { amount: "500.00", confirms }, 2);
    expect(await orderAt(orderNo)).toMatchObject({
      status: "passed",
      payment: { asked: "500.00", came: "450.00" },
    });
  });

  test("who passes another amount has confirmed nothing: one person decided", async () => {
    const { orderNo, note } = await propose();
    expect((await act(`recharges/${orderNo}/pass`, { amount: "450.00" }, 2)).code).toBe(DONE);
    expect(await orderAt(orderNo)).toMatchObject({
      amount: "450.00",
      needsTwo: false,
      approvals: [{ amount: "500.00", note }, { amount: "450.00" }],
      decidedBy: { name: "cashier_2" },
    });
  });
});
