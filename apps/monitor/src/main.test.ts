import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SampleOperator, URL_OF } from "./testing/sample-operator.ts";

let folder: string;
let server: Server;
let url: string;
let operator: SampleOperator;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "monitor-main-"));
  operator = new SampleOperator().begin();
  operator.publish();
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  url = `http://127.0.0.1:${address.port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = await operator.fetch(URL_OF.operator + (request.url ?? ""));
  response.writeHead(reply.status).end(Buffer.from(await reply.arrayBuffer()));
}

/** Runs the program to its end. */
async function run(...args: readonly string[]): Promise<{ status: number | null; output: string }> {
  const main = join(import.meta.dirname, "main.ts");
  const program = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => program.once("close", resolve));
  const output = await Promise.all([text(program.stdout), text(program.stderr)]);
  return { status: await ended, output: output.join("") };
}

test("the program reads a log once, by its own policy, and stores its state", async () => {
  const [policy, state] = [join(folder, "policy"), join(folder, "state.json")];
  writeFileSync(policy, operator.policy(new SampleOperator({ origin: "other.example", key: 8 }).vkey));
  const { status, output } = await run("--url", url, "--policy", policy, "--state", state, "--once");
  expect(output).toContain("log.example: 2 entries read");
  expect(output).toContain("no address of a witness is known");
  expect(output).toContain("the policy has several logs");
  expect(status).toBe(0);
  expect(JSON.parse(readFileSync(state, "utf8"))).toMatchObject({ read: 2, origin: "log.example" });
});

test("the program takes the operator's policy the first time, with a warning, and ends with evidence of a fault", async () => {
  operator.logPeriod(1);
  operator.publish();
  operator.logClose(1);
  operator.publish();
  operator.logDraw(1, { numbers: [1, 2, 3, 4, 5] });
  operator.publish();
  const { status, output } = await run("--url", url, "--evidence", folder);
  expect(output).toContain("WARNING: the policy was taken from the operator");
  expect(output).toContain("FAULT wrong-numbers: FFC/202611210001");
  expect(status).toBe(1);
  const file = readdirSync(folder).find((name) => name.startsWith("evidence-wrong-numbers-")) ?? "";
  const evidence: unknown = JSON.parse(readFileSync(join(folder, file), "utf8"));
  expect(evidence).toMatchObject({ fault: "wrong-numbers", entries: [{ index: 4 }] });
});

test("the program says how it is used, and what it cannot use", async () => {
  expect(await run("--once")).toMatchObject({ status: 2, output: expect.stringContaining("usage:") });
  expect(await run("--url", "ftp://x")).toMatchObject({ status: 2 });
  expect(await run("--url", url, "--policy", join(folder, "none"))).toMatchObject({ status: 2 });
});
