import { afterAll, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { checkBooks } from "../ledger/ledger.ts";
import { setLimit } from "../protection/change-limits.ts";
import { DEFAULT_PACK } from "../protection/packs/default.ts";
import { BANK_SECRET, openBankDesk } from "../testing/bank-desk.ts";
import { balanceOf, enrolWithCard, sendBankNotice } from "../testing/desk-players.ts";

/** What came is what passes; a match is shown, offered, and undone until money has moved. */

const bank = await openBankDesk();
const { server, act, enrol, recharge, came, lastNotice, lastPayment, orderAt, recordOf, match } = bank;
afterAll(() => server.close());

const [DONE, STATE, OVER_LIMIT, MATCHED, CHANGED] = [0, 8002, 8040, 8026, 8027];
const reason = "seen on the statement";

describe("what came is what passes", () => {
  test("450.00 for a recharge of 500.00 credits 450.00 by the same button, and everybody reads both", async () => {
    const player = await enrol();
    const { orderNo, reference } = await recharge(player, "500.00");
    await came(`CK ${reference}`, 450_000);
    expect(await orderAt(orderNo)).toMatchObject({
      needsTwo: false,
      payment: { asked: "500.00", came: "450.00" },
    });
    expect(await recordOf(player, orderNo)).toMatchObject({
      amount: "500.00",
      asked: "500.00",
      came: "450.00",
    });
    expect(await act(`recharges/${orderNo}/pass`)).toMatchObject({
      data: {
        waitsForSecond: false,
        record: { status: "passed", amount: "450.00", payment: { asked: "500.00", came: null } },
      },
    });
    expect(await balanceOf(server, player)).toBe("450.00");
    expect(await recordOf(player, orderNo)).toMatchObject({
      status: "passed",
      amount: "450.00",
      asked: "500.00",
      came: "450.00",
    });
    const [line] = await server.base.db.query<{ detail: object }>(
      sql`SELECT detail FROM audit_log WHERE subject = $1`,
      [`recharge ${orderNo}`],
    );
    expect(line?.detail).toMatchObject({ amount: "450.00", asked: "500.00", came: "450.00" });
  });

  test("510.00 for 500.00 passes as it came; what fits needs no words", async () => {
    const player = await enrol();
    const [more, exact] = [await recharge(player, "500.00"), await recharge(player, "80.00")];
    await came(more.reference, 510_000);
    await came(exact.reference, 80_000);
    expect((await act(`recharges/${more.orderNo}/pass`)).data.record.amount).toBe("510.00");
    expect(await balanceOf(server, player)).toBe("590.00");
    expect((await recordOf(player, exact.orderNo)).asked).toBeUndefined();
  });

  test("two payments for one order are added; the same one twice is not", async () => {
    const player = await enrol();
    const { orderNo, reference } = await recharge(player, "500.00");
    await came(reference, 300_000);
    for (const id of ["twice", "twice"])
      await sendBankNotice(server, BANK_SECRET, { id, amount: 150_000, reference });
    expect((await orderAt(orderNo)).payment.came).toBe("450.00");
    expect((await act(`recharges/${orderNo}/pass`)).data.record.amount).toBe("450.00");
    await came(reference, 50_000);
    expect(await lastPayment()).toMatchObject({ result: "extra", order: orderNo });
    expect(await balanceOf(server, player)).toBe("450.00");
  });

  test("more than came wants a reason and a second person, whatever the amount", async () => {
    const player = await enrol();
    const { orderNo, reference } = await recharge(player, "500.00");
    await came(reference, 450_000);
    const path = `recharges/${orderNo}/passWith`;
    expect((await act(path, { amount: "500.00" })).status).toBe(400);
    expect((await act(path, { amount: "500.00", reason })).data).toMatchObject({
      waitsForSecond: true,
      record: { needsTwo: true, twoBecause: "came" },
    });
    const second = await server.desk("GET", "/desk/api/second", await server.as("cashier"));
    expect(second.data.list).toContainEqual(expect.objectContaining({ id: orderNo, amount: "500.00" }));
    expect(await balanceOf(server, player)).toBe("0.00");
    expect((await act(path, { amount: "500.00", reason }, 2)).data.waitsForSecond).toBe(false);
    expect(await balanceOf(server, player)).toBe("500.00");
  });

  test("a payment of another currency is worth nothing by itself", async () => {
    const player = await enrol();
    const { orderNo, reference } = await recharge(player, "500.00");
    await came(reference, 500);
    await server.base.owner.query(sql`UPDATE payment_notice SET currency = 'USD' WHERE id = $1`, [
      lastNotice(),
    ]);
    expect((await orderAt(orderNo)).payment.came).toBe("0.00");
    expect((await act(`recharges/${orderNo}/pass`)).code).toBe(STATE);
    const named = await act(`recharges/${orderNo}/passWith`, { amount: "500.00", reason });
    expect(named.data.waitsForSecond).toBe(true);
  });

  test("a cancelled order whose money came late passes what came", async () => {
    const player = await enrol();
    const { orderNo, reference } = await recharge(player, "500.00");
    expect((await act(`recharges/${orderNo}/cancel`, { reason: "nothing came" })).code).toBe(DONE);
    await came(reference, 450_000);
    expect((await act(`recharges/${orderNo}/cancel`, { reason: "goes back" })).code).toBe(DONE);
    // Its money is unmatched again: whoever finds whose it is matches it, and another person passes what came.
    await match(orderNo);
    expect((await act(`recharges/${orderNo}/pass`, {}, 2)).data.record.amount).toBe("450.00");
    expect(await balanceOf(server, player)).toBe("450.00");
  });

  test("the player's own limit counts what came, not what was asked for", async () => {
    const player = await enrol();
    const [less, more] = [await recharge(player, "500.00"), await recharge(player, "100.00")];
    expect(await orderAt(less.orderNo)).toMatchObject({ room: null });
    const wish = { playerId: player.id, kind: "deposit", window: "day", amount: 500_00n } as const;
    await setLimit(server.base.db, DEFAULT_PACK, wish);
    await came(less.reference, 450_000);
    await came(more.reference, 51_000);
    expect((await act(`recharges/${less.orderNo}/pass`)).code).toBe(DONE);
    // What is left is said before anybody asks.
    expect(await orderAt(more.orderNo)).toMatchObject({ room: "50.00" });
    expect((await act(`recharges/${more.orderNo}/pass`)).code).toBe(OVER_LIMIT);
    expect(await balanceOf(server, player)).toBe("450.00");
  });

  test("what the operator saw passes, or nothing", async () => {
    const player = await enrol();
    const { orderNo, reference } = await recharge(player, "500.00");
    await came(reference, 300_000);
    await came(reference, 150_000);
    expect((await act(`recharges/${orderNo}/pass`, { amount: "300.00" })).code).toBe(CHANGED);
    expect((await act(`recharges/${orderNo}/pass`, { amount: "500.00" })).code).toBe(CHANGED);
    expect((await act(`recharges/${orderNo}/pass`, { amount: "450.00" })).code).toBe(DONE);
    expect(await balanceOf(server, player)).toBe("450.00");
  });
});

describe("candidates", () => {
  const offered = async () =>
    (await lastPayment()).candidates.map(({ order, fits }: { order: string; fits: string[] }) => [
      order,
      ...fits,
    ]);

  test("what is near is offered with why, the likeliest first, and matches nothing by itself", async () => {
    const [near, exact, passed] = [
      await recharge(await enrol(), "731.00"),
      await recharge(await enrol(), "732.00"),
      await recharge(await enrol(), "732.00"),
    ];
    await came(passed.reference, 732_000);
    const wrong = (near.reference.startsWith("A") ? "C" : "A") + near.reference.slice(1);
    await came(`chuyen tien ${wrong}`, 732_000);
    expect(await offered()).toEqual([
      [near.orderNo, "referenceNear", "amountNear"],
      [exact.orderNo, "amount"],
    ]);
    expect(await lastPayment()).toMatchObject({ order: null, state: "open" });
    const two = `${near.reference.slice(1, 3)}${near.reference.charAt(0)}${near.reference.slice(3)} ${near.reference.slice(0, 8)}`;
    await came(two, 731_000);
    expect(await offered()).toEqual([
      [near.orderNo, "referenceNear", "amount"],
      [exact.orderNo, "amountNear"],
    ]);
    await came(`${near.reference} ${exact.reference}`, 5_000);
    expect((await offered()).map(([order]: string[]) => order).toSorted()).toEqual(
      [near.orderNo, exact.orderNo].toSorted(),
    );
    await came(exact.orderNo.slice(1), 5_000);
    expect(await offered()).toEqual([[exact.orderNo, "reference"]]);
  });

  test("a payer with the name of the player's card is offered, and no stranger", async () => {
    const player = await enrolWithCard(server, "payer_with_card", "100.00");
    const { orderNo } = await recharge(player, "61.00");
    await recharge(await enrol(), "62.00");
    await came("MBVCB.4213.NGUYEN VAN AN chuyen tien", 60_000);
    expect((await offered())[0]).toEqual([orderNo, "amountNear", "name"]);
    // The first words are those of a whole family.
    await came("MBVCB.4213.NGUYEN VAN chuyen tien", 9_000);
    expect(await offered()).toEqual([]);
    await came("MBVCB.4213.NGUYEN VAN chuyen tien 2", 60_000);
    expect((await offered()).map(([, ...fits]: string[]) => fits)).toEqual([["amountNear"], ["amountNear"]]);
  });

  test("a near amount and a near name are offered and weighed together: of card, own name or account", async () => {
    const [binh, an, dung] = [
      await enrol("tran_binh2"),
      await enrol("nguyen_an1"),
      await enrol("pham_dung4"),
    ];
    const [ofBinh, ofAn, ofDung] = [
      await recharge(binh, "8110.00"),
      await recharge(an, "8110.00"),
      await recharge(dung, "3000.00"),
    ];
    await came("TRAN BINH", 8_110_000);
    expect(await offered()).toEqual([
      [ofBinh.orderNo, "amount", "nameNear"],
      [ofAn.orderNo, "amount"],
    ]);
    await came("PHAM DUNG", 2_970_000);
    expect(await offered()).toEqual([[ofDung.orderNo, "amountNear", "nameNear"]]);
    await came("PHAM VAN DUNG", 7_000);
    expect(await offered()).toEqual([[ofDung.orderNo, "nameNear"]]);
    const card = await enrolWithCard(server, "of_a_card", "8000.00");
    const ofCard = await recharge(card, "5000.00");
    await came("NGUYEN VAM AN nap tien", 70_000);
    expect(await offered()).toEqual([[ofAn.orderNo, "nameNear"]]);
    await came("NGUYEN V AN nap tien", 70_000);
    expect(await offered()).toContainEqual([ofCard.orderNo, "nameNear"]);
  });

  test("are searched by a part of the number or the reference, the player's name and the amount", async () => {
    const player = await enrol("le_chi_search");
    const { orderNo, reference } = await recharge(player, "4321.00");
    const passed = await recharge(player, "4321.00");
    await came(passed.reference, 4_321_000);
    await came("nothing of help here", 4_300_000);
    const { id } = await lastPayment();
    const found = async (text: string) =>
      (await act(`paymentNotices/${id}/find`, { text })).data.list.map(
        ({ order }: { order: string }) => order,
      );
    for (const text of [
      orderNo,
      orderNo.slice(1),
      orderNo.slice(-6),
      reference,
      reference.slice(2, 6).toLowerCase(),
    ])
      expect([text, await found(text)]).toEqual([text, expect.arrayContaining([orderNo])]);
    for (const text of ["le_chi", player.id.toString(), "4,321", "4321000"])
      expect([text, await found(text)]).toEqual([text, [orderNo]]);
    expect(await found(passed.orderNo)).toEqual([]);
    expect((await act("paymentNotices/999999/find", { text: "le_chi" })).code).toBe(8003);
  });
});

describe("a match", () => {
  test("is undone until money has moved: the payment is open, the order what it was, and the log says so", async () => {
    const player = await enrol();
    const { orderNo } = await recharge(player, "150000.00");
    const before = await recordOf(player, orderNo);
    await came("nothing to go by", 1_500_000);
    const id = await match(orderNo);
    expect((await orderAt(orderNo)).payment).toMatchObject({
      came: "1500.00",
      trouble: "amount-mismatch",
      notices: [{ matchedBy: { name: "cashier_1" } }],
    });
    expect(await lastPayment("done")).toMatchObject({ id, state: "matched", undoable: true });
    expect((await act(`recharges/${orderNo}/pass`, {}, 1)).code).toBe(MATCHED);
    expect((await act(`paymentNotices/${id}/unmatch`, {})).status).toBe(400);
    expect(await act(`paymentNotices/${id}/unmatch`, { reason }, 2)).toMatchObject({
      code: DONE,
      data: { state: "open", order: null, operator: null },
    });
    expect((await act(`paymentNotices/${id}/unmatch`, { reason }, 2)).code).toBe(STATE);
    expect(await recordOf(player, orderNo)).toEqual(before);
    expect(await orderAt(orderNo)).toMatchObject({ payment: { came: null, trouble: null }, keptApart: null });
    const [line] = await server.base.db.query<{ detail: object }>(
      sql`SELECT detail FROM audit_log WHERE action = 'payment.unmatch' AND subject = $1`,
      [`payment ${id}`],
    );
    expect(line?.detail).toEqual({ order: orderNo, amount: "1500000", currency: "VND" });
    const { data } = await server.player("POST", "/api/user/cancelRecharge", player.token, {
      order_no: orderNo,
    });
    expect(data.status).toBe("cancelled");
  });

  test("of a cancelled order leaves it cancelled as it was; that of a second payment belongs to its order again", async () => {
    const player = await enrol();
    const [cancelled, paid] = [await recharge(player, "70.00"), await recharge(player, "71.00")];
    await act(`recharges/${cancelled.orderNo}/cancel`, { reason: "nothing came" });
    await came(paid.reference, 71_000);
    await came(paid.reference, 71_000);
    const before = await orderAt(cancelled.orderNo);
    const id = await match(cancelled.orderNo);
    expect((await orderAt(cancelled.orderNo)).status).toBe("pendingReview");
    expect((await act(`paymentNotices/${id}/unmatch`, { reason })).code).toBe(DONE);
    expect(await orderAt(cancelled.orderNo)).toEqual(before);
    expect(await lastPayment()).toMatchObject({ id, result: "extra", order: paid.orderNo });
  });

  test("one of two is undone alone, and approvals were for what came then", async () => {
    const { orderNo } = await recharge(await enrol(), "30000.00");
    await came("first half", 15_000_000);
    await match(orderNo, 1);
    await came("second half", 15_000_000);
    const id = await match(orderNo, 2);
    expect((await act(`recharges/${orderNo}/pass`, {}, 3)).data.waitsForSecond).toBe(true);
    expect((await act(`paymentNotices/${id}/unmatch`, { reason }, 3)).code).toBe(DONE);
    expect(await orderAt(orderNo)).toMatchObject({ approvals: [], payment: { came: "15000.00" } });
    // Who matched nothing any more may pass.
    expect((await act(`recharges/${orderNo}/pass`, {}, 1)).code).toBe(MATCHED);
    expect((await act(`recharges/${orderNo}/pass`, {}, 2)).data.record.amount).toBe("15000.00");
    const first = await lastPayment("done");
    expect(first).toMatchObject({ undoable: false });
    expect((await act(`paymentNotices/${first.id}/unmatch`, { reason }, 3)).code).toBe(STATE);
  });

  test("an approval of who matches afterwards is worth nothing", async () => {
    const player = await enrol();
    const { orderNo } = await recharge(player, "25000.00");
    expect((await act(`recharges/${orderNo}/pass`, {}, 1)).data.waitsForSecond).toBe(true);
    await came("found later", 25_000_000);
    await match(orderNo, 1);
    expect((await act(`recharges/${orderNo}/pass`, {}, 2)).data.waitsForSecond).toBe(true);
    expect((await act(`recharges/${orderNo}/pass`, {}, 3)).data.waitsForSecond).toBe(false);
  });

  test("undone beside a pass: what came passes and stays matched, or nothing passes", async () => {
    for (let round = 0; round < 12; round += 1) {
      const player = await enrol();
      const { orderNo } = await recharge(player, "500.00");
      await came("for the race", 450_000);
      const id = await match(orderNo, 1);
      const acts = [
        () => act(`recharges/${orderNo}/pass`, { amount: "450.00" }, 2),
        () => act(`paymentNotices/${id}/unmatch`, { reason }, 3),
        () => act(`recharges/${orderNo}/pass`, { amount: "450.00" }, 4),
      ];
      await Promise.all([...acts.slice(round % 3), ...acts.slice(0, round % 3)].map((one) => one()));
      const { status } = await orderAt(orderNo);
      const { state } =
        (await lastPayment("open"))?.id === id ? { state: "open" } : await lastPayment("done");
      const balance = await balanceOf(server, player);
      expect([
        ["passed", "matched", "450.00"],
        ["pendingReview", "open", "0.00"],
      ]).toContainEqual([status, state, balance]);
      if (state === "open") await act(`paymentNotices/${id}/close`, { reason });
    }
  });
});

test("the books are right after all of it", async () => {
  const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
});
