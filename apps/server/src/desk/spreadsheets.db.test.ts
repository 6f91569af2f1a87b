import { HAS_LIBREOFFICE, inLibreOffice } from "@lotus/contract/testing/in-libreoffice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { orderBankRecharge } from "../testing/desk-players.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";

let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer();
});
afterAll(() => server.close());

test.skipIf(!HAS_LIBREOFFICE)(
  "LibreOffice of each country shows a file of the desk as meant (skipped where it is missing)",
  async () => {
    const player = await server.enrol("of_sheets");
    const order = await orderBankRecharge(server, player, "12345.50");
    const cashier = await server.as("cashier");
    const reason = "+84912345678; =1+1";
    await server.desk("POST", `/desk/api/recharges/${order}/cancel`, cashier, { reason });
    // As operators wrote it before there was a list.
    await server.base.owner.query(sql`UPDATE money_order SET reason = $2 WHERE player_id = $1`, [
      player.id,
      reason,
    ]);
    const { rawPayload } = await server.app.ops.inject({
      url: `/desk/api/export/recharges.csv?format=xlsx&player_id=${player.id}`,
      headers: { token: cashier },
    });
    for (const [locale, amount] of [
      ["vi-VN", "12.345,50"],
      ["fr-FR", "12 345,50"],
      ["en-US", "12,345.50"],
      ["zh-CN", "12,345.50"],
      ["ja-JP", "12,345.50"],
    ] as const) {
      const [head, line] = inLibreOffice(rawPayload, locale);
      expect([locale, head?.[7]]).toEqual([locale, '"created (Asia/Ho_Chi_Minh)"']);
      expect([locale, ...(line ?? []).map((cell) => cell.replaceAll(/\s/gu, " "))]).toEqual([
        locale,
        `"${order}"`,
        '"cancelled"',
        `"${player.id}"`,
        expect.stringContaining("of_sheets"),
        '"bank"',
        amount,
        expect.stringMatching(/^0[.,]00$/u),
        expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u),
        expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u),
        `"${reason}"`,
      ]);
    }
  },
);
