import { afterEach, expect, test } from "vitest";
import { openDeskServer, type DeskServer, type Reply } from "../../testing/desk-server.ts";
import { addPeriod } from "../../testing/add-period.ts";

/** Each limit of what one operator may do alone, over HTTP: one step below it and one above. */

let server: DeskServer;
afterEach(() => server.close());

const reason = "a test of it";
const OPEN = {
  RECHARGE_BANK_ACCOUNT: "0011001234567",
  RECHARGE_BANK_NAME: "A Bank",
  RECHARGE_BANK_PAYEE: "LOTUS",
  RECHARGE_MAX_PENDING: "100",
  WITHDRAWAL_MAX_PENDING: "100",
  TURNOVER_PERCENT: "0",
};
const post = (path: string, token: string, body: object = {}): Promise<Reply> =>
  server.desk("POST", `/desk/api/${path}`, token, body);
const waits = ({ code, data }: Reply): unknown => (code === 0 ? data.waitsForSecond : code);

let people = 0;
async function player() {
  people += 1;
  const { id, token } = await server.enrol(`set_${people}`);
  const order = async (body: object): Promise<string> =>
    (await server.player("POST", "/api/user/makeOrder", token, body)).data.orderNo;
  await order({ type: "recharge", amount: "5000.00", channel_id: "demo" });
  const card = String(id).padStart(12, "0");
  const bound = await server.player("POST", "/api/user/bindBankCard", token, {
    real_name: "Nguyen Van An",
    bank_name: "Vietcombank",
    card_no: card,
    card_no_confirmation: card,
    trans_password: "135790",
  });
  return {
    id,
    recharge: async (amount: string) =>
      `recharges/${await order({ type: "recharge", amount, channel_id: "bank" })}/pass`,
    withdrawal: async (amount: string) =>
      `withdrawals/${await order({ type: "withdrawal", amount, addr_id: bound.data.id, trans_password: "135790" })}/pass`,
  };
}
type Player = Awaited<ReturnType<typeof player>>;

const DO = {
  RECHARGES: async (one: Player, amount: string) =>
    waits(await post(await one.recharge(amount), await server.as("cashier"))),
  WITHDRAWALS: async (one: Player, amount: string) =>
    waits(await post(await one.withdrawal(amount), await server.as("cashier"))),
  GIFTS: async (one: Player, amount: string) =>
    waits(await post(`players/${one.id}/gifts`, await server.as("risk"), { amount, reason })),
};

test.each(Object.entries(DO))("DESK_OPERATOR_DAY_%s: over all players of one operator", async (name, act) => {
  server = await openDeskServer({ ...OPEN, [`DESK_OPERATOR_DAY_${name}`]: "150.00" });
  expect(await act(await player(), "100.00")).toBe(false);
  expect(await act(await player(), "50.01")).toBe(true);
  expect(await act(await player(), "50.00")).toBe(false);
});

test.each(Object.entries(DO))(
  "DESK_PLAYER_DAY_%s: over all that is done for one player",
  async (name, act) => {
    server = await openDeskServer({ ...OPEN, [`DESK_PLAYER_DAY_${name}`]: "150.00" });
    const one = await player();
    expect(await act(one, "100.00")).toBe(false);
    expect(await act(one, "50.01")).toBe(true);
    expect(await act(one, "50.00")).toBe(false);
    expect(await act(await player(), "150.00")).toBe(false);
  },
);

test("DESK_OPERATOR_DAY_VOIDS: 0, and nobody voids anything", async () => {
  server = await openDeskServer({ ...OPEN, DESK_OPERATOR_DAY_VOIDS: "0" });
  const id = await addPeriod(server, 1);
  expect((await post(`periods/${id}/void`, await server.as("risk"), { reason })).code).toBe(8024);
});

test("DESK_SEPARATION_DAYS: 0, and one person may do both", async () => {
  server = await openDeskServer({ ...OPEN, DESK_SEPARATION_DAYS: "0" });
  const one = await player();
  expect(await DO.RECHARGES(one, "100.00")).toBe(false);
  expect(await DO.WITHDRAWALS(one, "60.00")).toBe(false);
});
