import { createHmac } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { TIMEOUT_MS } from "./browser.ts";
import type { TestServer } from "./open-server.ts";

interface DeskWindow {
  readonly dark?: boolean;
  readonly locale?: string;
  readonly width?: number;
  readonly height?: number;
}

/** Opens a window of the desk, by default 1280×800 and in English. */
export async function openDeskWindow(
  browser: Browser,
  open: TestServer,
  options: DeskWindow = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: open.opsUrl,
    locale: options.locale ?? "en-US",
    colorScheme: options.dark === true ? "dark" : "light",
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  return { context, page: await context.newPage() };
}

/** Credentials of an operator. */
export interface OperatorKeys {
  readonly name: string;
  readonly password: string;
  readonly totpSecret: string;
}

/** One of the demo's operators. */
export function demoOperator(open: TestServer, role: "admin" | "cashier"): OperatorKeys {
  const operator = open.app.demo?.operators.find((one) => one.role === role);
  if (operator === undefined) throw new Error(`the demo has no ${role}`);
  return operator;
}

/** Signs one of the demo's operators in, with the current code. Waits for the dashboard. */
export async function signInAs(page: Page, open: TestServer, role: "admin" | "cashier"): Promise<void> {
  await signInWith(page, demoOperator(open, role));
}

/** Signs an operator in by the form, with the code of `instantMs`: each is valid once. Waits for the dashboard. */
export async function signInWith(page: Page, keys: OperatorKeys, instantMs = Date.now()): Promise<void> {
  await page.goto("/");
  await page.getByLabel("Name").fill(keys.name);
  await page.getByLabel("Password").fill(keys.password);
  await page.getByLabel("Authentication code").fill(codeOf(keys.totpSecret, instantMs));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "The books" }).waitFor();
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of a secret at an instant (RFC 6238: SHA-1, six digits, thirty seconds). */
export function codeOf(secret: string, instantMs: number): string {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = (bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(instantMs / 30_000)));
  const digest = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
