import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { MACHINES } from "./cluster.ts";
import { NamespaceNetwork } from "./network.ts";
import { signalAll } from "./process-tree.ts";

/** Removes what a cluster left whose own process was killed: processes, network namespaces and its folder. */
export function removeLeftovers(folder: string): void {
  const file = join(folder, "network");
  if (!existsSync(file)) return;
  const id = readFileSync(file, "utf8").trim();
  const network = /^\d+$/u.test(id) ? NamespaceNetwork.existing(id, MACHINES) : null;
  signalAll(pidsIn(resolve(folder)), "SIGKILL");
  for (const machine of MACHINES) {
    try {
      signalAll(network?.pidsOf(machine) ?? [], "SIGKILL");
    } catch {
      // This namespace is gone.
    }
  }
  network?.close();
  rmSync(folder, { recursive: true, force: true });
}

/** The processes that work in a folder, or name it in their command. */
function pidsIn(folder: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name) && Number(name) !== process.pid && Number(name) !== process.ppid)
    .map(Number)
    .filter((pid) => {
      try {
        const at = readlinkSync(`/proc/${pid}/cwd`);
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
        return at === folder || at.startsWith(`${folder}/`) || environment.includes(`=${folder}/`);
      } catch {
        return false;
      }
    });
}
