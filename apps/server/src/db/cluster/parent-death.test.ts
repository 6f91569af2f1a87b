import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test, vi } from "vitest";
import { watchFor } from "./parent-death.ts";
import { isRunning } from "./process-table.ts";

// A parent that guards a sleeper with the watchdog alone, then waits to be killed.
const PARENT = `
  import { spawn } from "node:child_process";
  import { watchFor } from ${JSON.stringify(join(import.meta.dirname, "parent-death.ts"))};
  const sleeper = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
  watchFor(sleeper.pid, {});
  console.log(sleeper.pid);
  setInterval(() => undefined, 1000);
`;

test("without setpriv a watchdog interrupts what a killed process leaves", async () => {
  const parent = spawn(process.execPath, ["--input-type=module", "-e", PARENT], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let pid = 0;
  for await (const line of createInterface({ input: parent.stdout })) {
    pid = Number(line);
    break;
  }
  expect(isRunning(pid)).toBe(true);
  const exit = once(parent, "exit");
  parent.kill("SIGKILL");
  await exit;
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 30_000, interval: 10 });
});

test("a watchdog that is called off does nothing", async () => {
  const sleeper = spawn("sleep", ["60"], { stdio: "ignore" });
  const callOff = watchFor(sleeper.pid ?? 0, {});
  callOff();
  const probe = spawn("sleep", ["0.2"]);
  await once(probe, "exit");
  expect(isRunning(sleeper.pid ?? 0)).toBe(true);
  const exit = once(sleeper, "exit");
  sleeper.kill();
  await exit;
});
