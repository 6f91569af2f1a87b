import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const SETPRIV_PLACES = ["/usr/bin/setpriv", "/bin/setpriv", "/usr/local/bin/setpriv"];

/**
 * The prefix of a command that makes the kernel interrupt it when this process dies; null on a system without setpriv,
 * where `watchFor` does the same.
 */
export function deathSignalPrefix(): readonly string[] | null {
  const setpriv = SETPRIV_PLACES.find((place) => existsSync(place));
  if (setpriv === undefined) return null;
  const prefix = [setpriv, "--pdeathsig", "INT", "--"];
  const tried = spawnSync(setpriv, ["--pdeathsig", "INT", "--", "/bin/true"], { stdio: "ignore", cwd: "/" });
  return tried.status === 0 ? prefix : null;
}

/**
 * Starts a watchdog that interrupts `pid` when this process dies: it reads a pipe whose other end only this process
 * holds, and the kernel closes that end however it dies. @returns stops the watchdog; to be called when `pid` has ended
 */
export function watchFor(pid: number, as: { uid?: number; gid?: number }): () => void {
  const script = 'cat >/dev/null; kill -INT "$1"';
  const dog = spawn("/bin/sh", ["-c", script, "watchdog", String(pid)], {
    ...as,
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without a shell there is no watchdog; the next start stops an orphan.
  dog.on("error", () => undefined);
  dog.stdin.on("error", () => undefined);
  return () => {
    // The shell is killed first, or closing the pipe would make it send the signal.
    dog.kill("SIGKILL");
    dog.stdin.destroy();
  };
}
