/**
 * Verifies a draw or a bet of `lot-fair/2`: `npm run verify -- <file>`, or `npm run verify -- FFC 202611210003` for a draw
 * that an operator serves. `npm run build:verify` makes one file of it that needs Node alone.
 */
import { readFile } from "node:fs/promises";
import { NEWCOMER } from "@lotus/fair/served-app";
import { verifyCommand } from "./verify.ts";

/** How long an operator may take to answer. */
const FETCH_TIMEOUT_MS = 10_000;

process.exitCode = await verifyCommand(process.argv.slice(2), {
  readText: (path) => readFile(path, "utf8"),
  fetchText: async (url) => {
    const reply = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    return reply.text();
  },
  fetchFile: async (url) => {
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    const reply = await fetch(url, { signal, headers: NEWCOMER, redirect: "error" });
    return reply.ok ? reply.bytes() : null;
  },
  fetch,
  print: (text) => process.stdout.write(text),
  port: process.env["PORT"],
  now: Date.now,
});
