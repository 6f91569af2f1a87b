import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestServer } from "../testing/http-server.ts";
import { openPages } from "./pages.ts";

const SCRIPT = `console.log("${"lotus ".repeat(400)}")`;
let folder = "";
const fastify = () => {
  const pages = openPages(folder);
  return buildTestServer({ pages }).fastify;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lotus-pages-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Lotus</title>");
  writeFileSync(join(folder, "theme.js"), "1");
  writeFileSync(join(folder, "assets/index-AbCd1234.js"), SCRIPT);
  writeFileSync(join(folder, "assets/index-AbCd1234.js.br"), brotliCompressSync(SCRIPT));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the app's own routes show the app, others show it as not found", async () => {
  const app = fastify();
  for (const path of ["/", "/pages/tabbar/index?x=1", "/pages-sub/game/index?code=FFC"]) {
    const page = await app.inject(path);
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers["cache-control"]).toBe("no-cache");
    expect(page.headers["content-security-policy"]).toContain("require-trusted-types-for 'script'");
    expect(page.headers["cross-origin-opener-policy"]).toBe("same-origin");
  }
  expect((await app.inject("/pages/nowhere")).statusCode).toBe(404);
  const missing = await app.inject("/assets/gone.js");
  expect([missing.statusCode, missing.body]).toEqual([404, "Not found\n"]);
  for (const path of ["/../package.json", "/..%2f..%2fpackage.json", "/assets/%2e%2e/%2e%2e/etc/passwd"]) {
    expect((await app.inject(path)).statusCode).not.toBe(200);
  }
  const post = await app.inject({ method: "POST", url: "/" });
  expect([post.statusCode, post.headers["allow"]]).toEqual([405, "GET, HEAD"]);
});

test("hashed files are kept for good and come compressed as they were built", async () => {
  const app = fastify();
  const file = await app.inject({
    url: "/assets/index-AbCd1234.js",
    headers: { "accept-encoding": "gzip, br" },
  });
  expect(file.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
    "content-type": "text/javascript; charset=utf-8",
    vary: "Accept-Encoding",
  });
  expect(file.rawPayload).toEqual(brotliCompressSync(SCRIPT));
  expect((await app.inject("/assets/index-AbCd1234.js")).body).toBe(SCRIPT);
  expect((await app.inject("/assets/index-AbCd1234.js.br")).statusCode).toBe(404);
});

test("what has not changed is not sent again", async () => {
  const app = fastify();
  const { headers } = await app.inject("/theme.js");
  const again = await app.inject({ url: "/theme.js", headers: { "if-none-match": String(headers["etag"]) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("without a build the pages say so", () => {
  const page = openPages(join(folder, "none")).find("/");
  expect([page.status, page.document.bytes.toString()]).toEqual([
    404,
    expect.stringContaining("npm run build"),
  ]);
});
