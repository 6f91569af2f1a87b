import { rmSync } from "node:fs";
import { makeTestFolder } from "@lotus/server/testing/test-folder";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DishonestOperator, GAME } from "../attacks-fairness/dishonest-operator.ts";
import { verifyCommand } from "./verify.ts";

/** 21 November 2026, 10:00 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 0);
const URL_OF = "https://house.test";
const PERIODS = 5;

const folder = makeTestFolder("lotus-audit-");
let operator: DishonestOperator;

/** Each of these players bets on one digit and on a side; the first one cancels the side. */
async function bet(tokens: readonly string[]): Promise<void> {
  for (const [at, token] of tokens.entries()) {
    const { data } = await operator.server.player("GET", `/api/lottery/current/${GAME}`);
    const reply = await operator.server.player("POST", `/api/lottery/order/${GAME}`, token, {
      prize_no: data.prizeNo,
      bets: [
        { option_id: "YX.DWD", amount: "2.00", groups: [{ code: "place1", items: [String(at)] }] },
        {
          option_id: "YX.DWD",
          amount: "3.00",
          groups: [{ code: "place2", items: ["1", "2", "3", "4", "5"] }],
        },
      ],
    });
    if (reply.code !== 0) throw new Error(reply.msg);
    const [, second] = reply.data.orders;
    if (at === 0) await operator.server.player("POST", `/api/lottery/cancel/${second.orderNo}`, token, {});
  }
}

beforeAll(async () => {
  operator = await DishonestOperator.open(folder, START);
  const tokens: string[] = [];
  for (let n = 0; n < 7; n += 1) {
    const { token } = await operator.server.enrol(`audited_${n}`);
    await operator.server.player("POST", "/api/user/makeOrder", token, {
      type: "recharge",
      amount: "1000.00",
      channel_id: "demo",
    });
    tokens.push(token);
  }
  for (let n = 0; n < PERIODS; n += 1) {
    const sold = await operator.sell();
    // Seven of them and the victim; the last period has the victim alone.
    if (n < PERIODS - 1) await bet(tokens);
    if (n === 1) {
      await operator.cancelPeriod(sold);
      await operator.refund();
    }
    await operator.finish(sold);
  }
  await operator.until(operator.now + 5_000);
}, 180_000);
afterAll(async () => {
  await operator.close();
  rmSync(folder, { recursive: true, force: true });
});

async function audit(...args: readonly string[]) {
  const printed: string[] = [];
  const status = await verifyCommand(["audit", "--url", URL_OF, ...args], {
    readText: () => Promise.reject(new Error("no file")),
    fetchText: async (url) => {
      const reply = await operator.server.app.player.inject(url.slice(URL_OF.length));
      return reply.body;
    },
    fetchFile: (url) => operator.logFile(url.slice(`${URL_OF}/log/`.length)),
    fetch: () => Promise.reject(new Error("no witness is asked")),
    print: (line) => void printed.push(line),
    port: undefined,
    now: () => operator.now,
  });
  return { status, text: printed.join("") };
}

test("the audit of a real house reads its log, and the desk has the same from its books", async () => {
  const { status, text } = await audit("--from", "2026-11-21", "--to", "2026-11-21");
  // Drawn are four, of which the last has one player; the second is void.
  expect(text).toContain("3 of 4 drawn periods counted, 1 of a few players have no sums, 1 void");
  // 10.00 of the victim and 7 × 17.00 a period, of which 15.00 were cancelled.
  expect(text).toMatch(/stakes 387\.00, of which 45\.00 went back; paid [\d.]+/u);
  expect(text).toMatch(/FFC: [\d.]+ % measured, 97\.20 % to 97\.50 % by the odds/u);
  expect(text).toContain("IN LINE");
  expect(status).toBe(0);
  const { data } = await operator.server.desk("GET", "/desk/api/returns", await operator.server.as("risk"));
  const row = data.list.find(({ gameCode }: { readonly gameCode: string }) => gameCode === GAME);
  expect(row).toMatchObject({
    gameCode: GAME,
    counted: 3,
    drawn: 4,
    turnover: "342.00",
    allTurnover: "352.00",
    agrees: true,
    exact: { low: "97.20", high: "97.50" },
    judged: null,
  });
  expect(text).toContain(`paid ${row.payouts}\n`);
  expect(text).toContain(`FFC: ${row.measured} % measured`);
  expect(text).toContain(`band of 99 %: ${row.band.low} % to ${row.band.high} %`);
});

test("days without periods have nothing to compute", async () => {
  expect((await audit("--from", "2026-11-22")).status).toBe(2);
});
