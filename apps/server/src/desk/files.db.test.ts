import { SPREADSHEET_TYPE } from "@lotus/contract";
import { DESK_EXPORTS, ROLES, ruleOf, type Role } from "@lotus/contract/desk";
import { readSpreadsheet } from "@lotus/contract/testing/read-spreadsheet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { orderBankRecharge } from "../testing/desk-players.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";

let server: DeskServer;
const tokens = new Map<Role, string>();
beforeAll(async () => {
  server = await openDeskServer();
  for (const role of ROLES) tokens.set(role, await server.as(role));
});
afterAll(() => server.close());

const tokenOf = (role: Role): string => tokens.get(role) ?? "";
const count = async (action: string): Promise<number> => {
  const [row] = await server.base.db.query<{ count: bigint }>(
    sql`SELECT count(*) AS count FROM audit_log WHERE action = $1`,
    [action],
  );
  return Number(row?.count ?? 0n);
};

describe("files", () => {
  test("for spreadsheets: a formula is a text, amounts and the house's times are figures, and pages follow each other", async () => {
    const player = await server.enrol("sheets");
    const order = await orderBankRecharge(server, player, "1234.50");
    const reason = "=1+1";
    await server.desk("POST", `/desk/api/recharges/${order}/cancel`, tokenOf("cashier"), { reason });
    // As operators wrote it before there was a list.
    await server.base.owner.query(sql`UPDATE money_order SET reason = $2 WHERE player_id = $1`, [
      player.id,
      reason,
    ]);
    const rowsOf = async (path: string, role: Role) => {
      const reply = await server.app.ops.inject({ url: path, headers: { token: tokenOf(role) } });
      expect(reply.headers["content-type"]).toBe(SPREADSHEET_TYPE);
      expect(reply.headers["content-disposition"]).toMatch(/\.xlsx"$/u);
      return readSpreadsheet(reply.rawPayload);
    };
    const path = "/desk/api/export/recharges.csv";
    const [head, line] = await rowsOf(`${path}?format=xlsx&player_id=${player.id}`, "cashier");
    expect(head?.slice(4, 9)).toEqual([
      "channel",
      "amount",
      "fee",
      "created (Asia/Ho_Chi_Minh)",
      "finished (Asia/Ho_Chi_Minh)",
    ]);
    expect([line?.[0], line?.[2], line?.[5], line?.[9]]).toEqual([
      order,
      String(player.id),
      { amount: 1234.5 },
      reason,
    ]);
    const csv = await file(`${path}?player_id=${player.id}`, "cashier");
    const created = Date.parse(csv.body.split("\r\n")[1]?.split(",")[7] ?? "");
    const shown = Math.floor((created + 7 * 3_600_000) / 1000) / 86_400 + 25_569;
    expect(line?.[7]).toEqual({ time: expect.closeTo(shown, 8) });
    await server.base.db.query(sql`
      INSERT INTO audit_log (at, action, subject, detail, address)
      SELECT house_clock(), 'signInRefused', 'player ' || n, '{}', '' FROM generate_series(1, 1200) AS n`);
    const rows = await rowsOf("/desk/api/export/audit.csv?format=xlsx&action=signInRefused", "risk");
    expect(
      rows.filter(({ 5: subject }) => typeof subject === "string" && subject.startsWith("player ")),
    ).toHaveLength(1_200);
    expect((await file(`${path}?format=pdf`, "cashier")).status).toBe(400);
  });

  const file = async (path: string, role: Role) => {
    const reply = await server.app.ops.inject({ url: path, headers: { token: tokenOf(role) } });
    return { type: reply.headers["content-type"], body: reply.body, status: reply.statusCode };
  };

  test.each(Object.entries(DESK_EXPORTS))(
    "%s: by role, audited, as lines",
    async (kind, { path, action }) => {
      const player = await server.enrol(`files_${kind.slice(0, 9)}`);
      const query = kind === "ledger" ? `?player_id=${player.id}` : "";
      for (const role of ROLES) {
        const before = await count(action);
        const reply = await file(path + query, role);
        const allowed = ruleOf(action).roles.includes(role);
        expect([role, reply.type]).toEqual([
          role,
          allowed ? "text/csv; charset=utf-8" : "application/json; charset=utf-8",
        ]);
        expect(await count(action)).toBe(before + (allowed ? 1 : 0));
      }
      expect((await file(`${path}?colour=red`, "admin")).status).toBe(400);
    },
  );

  test("a reason that is a formula is none in the file, and there are more lines than a page has", async () => {
    const player = await server.enrol("formula");
    const order = await orderBankRecharge(server, player, "100.00");
    const reason = `=HYPERLINK("http://evil","click")`;
    await server.desk("POST", `/desk/api/recharges/${order}/cancel`, tokenOf("cashier"), { reason });
    const { body } = await file("/desk/api/export/audit.csv?action=recharge.cancel", "risk");
    expect(body.split("\r\n")[1]).toContain(`"'=HYPERLINK(""http://evil"",""click"")"`);
    await server.base.db.query(sql`
      INSERT INTO audit_log (at, action, subject, detail, address)
      SELECT house_clock(), 'signInRefused', 'operator ' || n, '{}', '' FROM generate_series(1, 1200) AS n`);
    const all = await file("/desk/api/export/audit.csv?action=signInRefused", "risk");
    expect(all.body.split("\r\n").filter((line) => line.includes("operator "))).toHaveLength(1_200);
  });
});
