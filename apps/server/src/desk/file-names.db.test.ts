import { DESK_EXPORTS } from "@lotus/contract/desk";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";

let server: DeskServer;
// One where it is another day than in UTC.
const ZONE = new Date().getUTCHours() < 11 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati";
beforeAll(async () => {
  server = await openDeskServer({ TZ_HOUSE: ZONE });
});
afterAll(() => server.close());

test("a file of the desk and a picture are named by the server", async () => {
  const [admin, player] = [await server.as("admin"), await server.enrol("a_player")];
  for (const [kind, { path }] of Object.entries(DESK_EXPORTS)) {
    const query = kind === "ledger" ? `?player_id=${player.id}` : "";
    const file = await server.app.ops.inject({ url: path + query, headers: { token: admin } });
    expect([kind, file.statusCode, file.headers["cache-control"]]).toEqual([kind, 200, "no-store"]);
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: ZONE }).format(server.now());
    expect(file.headers["content-disposition"]).toBe(`attachment; filename="${kind}-${day}.csv"`);
    // A requested name is an unknown field.
    const named = await server.app.ops.inject({
      url: `${path}?filename=evil.html`,
      headers: { token: admin },
    });
    expect([kind, named.statusCode, named.headers["content-disposition"]]).toEqual([kind, 400, undefined]);
  }
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const stored = await server.player("POST", "/api/service/picture", player.token, {
    data: png.toString("base64"),
  });
  await server.player("POST", "/api/service/write", player.token, { picture_id: stored.data.id });
  for (const [port, token, url] of [
    ["player", player.token, `/api/service/pictures/${stored.data.id}`],
    ["ops", admin, `/desk/api/pictures/${stored.data.id}`],
  ] as const) {
    const picture = await server.app[port].inject({ url, headers: { token } });
    expect([port, picture.statusCode, picture.headers]).toMatchObject([
      port,
      200,
      {
        "content-type": "image/webp",
        "content-disposition": "inline; filename=picture.webp",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    ]);
  }
});
