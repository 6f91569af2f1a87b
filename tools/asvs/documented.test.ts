import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CALLS, PICTURE_MAX_BYTES, type CallSpec } from "@lotus/contract";
import { DESK_CALLS } from "@lotus/contract/desk";
import { describe, expect, test } from "vitest";
import { ROOT } from "../layers.ts";
import { billOfMaterials, type Lock } from "./bill-of-materials.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const page = read("docs/security.md");
const operations = read("docs/operations.md");

/** The text under a heading, up to the next one. */
function chapter(title: string): string {
  const [, text = ""] = page.split(`\n## ${title}\n`);
  return (text.split("\n## ")[0] ?? "").replaceAll(/\s+/gu, " ");
}

describe("docs/security.md", () => {
  test.each([
    "Parts and boundaries",
    "Ways in",
    "Guessing",
    "Sessions",
    "Who may what",
    "What is checked of input",
    "Files",
    "What is sensitive",
    "Cryptography",
    "Logs",
    "What is costly",
    "Parts of others",
  ])("has its chapter: %s", (title) => {
    expect(chapter(title).length).toBeGreaterThan(400);
  });

  test.each([
    ["Sessions", "30 minutes, renewed", "apps/server/src/accounts/sessions.ts", "TOKEN_SECONDS = 30 * 60;"],
    ["Sessions", "after 30 days", "apps/server/src/accounts/sessions.ts", "IDLE_MS = 30 * 86_400_000;"],
    ["Sessions", "after 90 days", "apps/server/src/accounts/sessions.ts", "AGE_MS = 90 * 86_400_000;"],
    ["Ways in", "10 s of grace", "apps/server/src/accounts/sessions.ts", "GRACE_MS = 10_000;"],
    ["Sessions", "256 random bits", "apps/server/src/accounts/sessions.ts", "TOKEN_BYTES = 32;"],
    ["Sessions", "within 2 seconds", "apps/server/src/accounts/token-memory.ts", "KEEP_MS = 2_000;"],
    ["Sessions", "after 12 hours", "apps/server/src/desk/session/sessions.ts", "AGE_MS = 12 * 3_600_000;"],
    ["Sessions", "after 30 minutes", "apps/server/src/desk/session/sessions.ts", "IDLE_MS = 30 * 60_000;"],
    ["Sessions", "four streams", "apps/server/src/desk/stream/desk-stream.ts", "MAX_PER_SESSION = 4;"],
    ["Ways in", "five tries", "apps/server/src/accounts/trans-password.ts", "MAX_ATTEMPTS = 5;"],
    [
      "Cryptography",
      "64 MiB, 3 passes",
      "apps/server/src/accounts/passwords.ts",
      "{ memoryKiB: 65_536, passes: 3 }",
    ],
    ["Cryptography", "16 bytes of salt", "apps/server/src/accounts/passwords.ts", "SALT_BYTES = 16;"],
    ["Cryptography", "nonce of 96 random bits", "apps/server/src/vault/sealing.ts", "NONCE_BYTES = 12;"],
    ["Cryptography", "160-bit secrets", "apps/server/src/desk/operators/totp.ts", "SECRET_BYTES = 20;"],
    ["Cryptography", "30 s", "apps/server/src/desk/operators/totp.ts", "STEP_MS = 30_000;"],
    ["Files", "2 MB", "packages/contract/picture.ts", "PICTURE_MAX_BYTES = 2 * 1024 * 1024;"],
    ["Files", "25 megapixels", "apps/server/src/http/remake-picture.ts", "MAX_PIXELS = 25_000_000;"],
    ["Files", "10,000 pixels a side", "apps/server/src/http/remake-picture.ts", "MAX_SIDE = 10_000;"],
    ["Files", "2,048 pixels", "apps/server/src/http/remake-picture.ts", "KEPT_SIDE = 2048;"],
    ["Files", "60 a day", "apps/server/src/service/pictures.ts", "MAX_PER_DAY = 60;"],
    [
      "What is costly",
      "48 of owners wait, 16 of strangers",
      "apps/server/src/accounts/passwords.ts",
      "owner: { atOnce: 2, waitingOfOne: 8, waiting: 48 }",
    ],
    [
      "What is costly",
      "two at once, of which strangers have one",
      "apps/server/src/accounts/passwords.ts",
      "stranger: { atOnce: 1, waitingOfOne: 1, waiting: 16 }",
    ],
    ["What is costly", "200 lines, 256 KB", "packages/contract/calls/lottery/order.ts", "256 * 1024"],
    ["What is costly", "after 15 s", "apps/server/src/db/database.ts", "statementTimeoutMs ?? 15_000"],
    [
      "What is costly",
      "`API_TIMEOUT_MS` (5 s)",
      "apps/server/src/settings/product-settings.ts",
      '"API_TIMEOUT_MS", 5_000',
    ],
  ])("states in %s “%s”, as %s defines it", (title, text, file, code) => {
    expect(chapter(title)).toContain(text);
    expect(read(file)).toContain(code);
  });

  test("lists every kind of key, and operations.md says what is lost with it", () => {
    const kinds = /SECRET_NAMES = \[([^\]]+)\]/u.exec(read("apps/server/src/settings/keys.ts"))?.[1] ?? "";
    const names = [...kinds.matchAll(/"(\w+)"/gu)].map(([, name]) => name ?? "");
    expect(names.length).toBeGreaterThan(4);
    for (const name of names) {
      expect(chapter("Cryptography")).toContain(`\`${name}\``);
      expect(operations).toContain(`| \`${name}\` |`);
    }
  });

  test("names every upload: no other call accepts a larger body than a slip", () => {
    const every = [...Object.values<CallSpec>(CALLS), ...Object.values<CallSpec>(DESK_CALLS)];
    const large = every.filter(({ bodyLimitBytes = 0 }) => bodyLimitBytes > 256 * 1024);
    expect(
      large.map(({ path }) => path).filter((path) => !/picture|identityDocument|banners/u.test(path)),
    ).toEqual([]);
    // Base64 makes a picture a third larger; the rest of the body needs some room too.
    expect(large.every(({ bodyLimitBytes = 0 }) => bodyLimitBytes < PICTURE_MAX_BYTES * 1.4)).toBe(true);
    expect(chapter("Files")).toMatch(/picture in a conversation.*banner's picture/u);
  });

  test("names every way in", () => {
    const { login, passkeyLogin, register, refreshToken, forgotPwd } = CALLS;
    for (const { path } of [login, passkeyLogin, register, refreshToken, forgotPwd, DESK_CALLS.signIn])
      expect(chapter("Ways in")).toContain(path);
  });

  test("states how soon dependencies with known vulnerabilities are replaced", () => {
    expect(chapter("Parts of others")).toMatch(/48 hours.*7 days.*30 days.*90 days/u);
  });
});

describe("docs/operations.md", () => {
  const proxy = /```nginx\n([\s\S]*?)```/u.exec(operations)?.[1] ?? "";

  test("configures a proxy for TLS 1.2 and 1.3 only, with authenticated ciphers and forward secrecy", () => {
    expect(/ssl_protocols ([^;]+);/u.exec(proxy)?.[1]).toBe("TLSv1.2 TLSv1.3");
    const ciphers = /ssl_ciphers ([^;]+);/u.exec(proxy)?.[1]?.split(":") ?? [];
    expect(ciphers.length).toBeGreaterThan(3);
    expect(
      ciphers.filter(
        (cipher) => !/^ECDHE-(?:ECDSA|RSA)-(?:AES(?:128|256)-GCM|CHACHA20-POLY1305)/u.test(cipher),
      ),
    ).toEqual([]);
  });

  test("redirects pages from HTTP to HTTPS, but no call", () => {
    const clear = proxy.slice(proxy.indexOf("listen 80;"), proxy.indexOf("listen 443"));
    expect(clear).toMatch(/location \/api\/ \{ return 403; \}/u);
    expect(clear).toMatch(/location \/ \{ return 301 https:\/\/\$host\$request_uri; \}/u);
  });

  test("makes the proxy overwrite the client's address header", () => {
    expect(proxy).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
    expect(proxy).toContain("proxy_set_header X-Forwarded-Proto https;");
    expect(proxy).not.toContain("$proxy_add_x_forwarded_for");
  });

  test("runs the server as its own user, without new privileges, with a key file that only this user can read", () => {
    for (const line of ["User=lotus", "NoNewPrivileges=true", "ProtectSystem=strict", "PrivateTmp=true"])
      expect(read("ops/systemd/lotus.service").split("\n")).toContain(line);
    expect(operations).toContain("ops/systemd/lotus.service");
    expect(operations).toMatch(/make-keys\.ts \| sudo install -m 600 -o lotus/u);
  });
});

test("the bill of materials lists every package of the lock file with version, hash and licence", () => {
  const lock: Lock = JSON.parse(read("package-lock.json"));
  const { bomFormat, components } = billOfMaterials(lock);
  expect(bomFormat).toBe("CycloneDX");
  const installed = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes("node_modules/") && link !== true,
  );
  expect(components).toHaveLength(installed.length);
  expect(
    components.filter(({ version, hashes }) => version === "" || hashes[0]?.content.length !== 128),
  ).toEqual([]);
  const scopes = new Map(components.map(({ name, scope }) => [name, scope]));
  for (const name of ["fastify", "pg", "sharp", "nodemailer", "otpauth", "react", "react-admin", "zod"])
    expect([name, scopes.get(name)]).toEqual([name, "required"]);
  expect(scopes.get("vitest")).toBe("excluded");
  const unnamed = components.filter(({ licenses, scope }) => licenses.length === 0 && scope === "required");
  expect(unnamed.map(({ name }) => name)).toEqual([]);
});
