import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const SETPRIV_PLACES = ["/usr/bin/setpriv", "/bin/setpriv", "/usr/local/bin/setpriv"];

/**
 * The words to put before a command so that the kernel interrupts it when this process dies, or null on a
 * system without setpriv, where `watchFor` does the same.
 */
export function deathSignalPrefix(): readonly string[] | null {
  const setpriv = SETPRIV_PLACES.find((place) => existsSync(place));
  if (setpriv === undefined) return null;
  const prefix = [setpriv, "--pdeathsig", "INT", "--"];
  const tried = spawnSync(setpriv, ["--pdeathsig", "INT", "--", "/bin/true"], { stdio: "ignore", cwd: "/" });
  return tried.status === 0 ? prefix : null;
}

/**
 * Starts a watchdog that interrupts `pid` when this process dies: it reads a pipe whose other end only we
 * hold, and the kernel closes that end whatever kills us.
 * @returns ends the watchdog, to be called when `pid` has ended
 */
export function watchFor(pid: number, as: { uid?: number; gid?: number }): () => void {
  const script = 'cat >/dev/null; kill -INT "$1"';
  const dog = spawn("/bin/sh", ["-c", script, "watchdog", String(pid)], {
    ...as,
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without a shell the cluster still runs; the next start stops an orphan.
  dog.on("error", () => undefined);
  dog.stdin.on("error", () => undefined);
  return () => {
    // First the shell, or closing the pipe would send the signal.
    dog.kill("SIGKILL");
    dog.stdin.destroy();
  };
}
