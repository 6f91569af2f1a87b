/**
 * `npm run dev`: the server, restarted on changes, and the players' app and the desk with hot reload, which proxy API
 * requests to it. Ctrl-C stops all.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { HOT } from "./hot.ts";
import { ensureNode } from "./node-version.ts";
import { ROOT } from "./root.ts";
import { serverSources } from "./server-sources.ts";

await ensureNode();

// The app is opened at the address of its hot reload, where passkeys are to work too.
const env = { PUBLIC_URL: HOT.players, ...process.env };
// Loaded only now: an older Node could not read it.
const { checkDemo } = await import("./check-demo.ts");
await checkDemo(
  env,
  Object.values(HOT).map((url) => ({ host: "localhost", port: Number(new URL(url).port) })),
);
/** Texts are changed often, and mostly for the apps, which reload them by themselves; the few of the server need a new start. */
const WATCHED = serverSources().filter((path) => path !== "packages/locales");
const run = (...words: string[]): ChildProcess =>
  spawn(process.execPath, words, { cwd: ROOT, stdio: "inherit", env });
const children = [
  run(
    "--watch-preserve-output",
    ...WATCHED.map((path) => `--watch-path=${path}`),
    "tools/run/start.ts",
    "--hot",
  ),
  ...["player", "desk"].map((app) =>
    run(join(ROOT, "node_modules/vite/bin/vite.js"), "--config", `apps/${app}/vite.config.ts`),
  ),
];
const stop = (): void => {
  for (const child of children) child.kill("SIGTERM");
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
// If one exits, the others are stopped too.
for (const child of children) child.once("exit", stop);
