import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { chromium, type Browser } from "playwright-core";
import { BROWSER_ARGS } from "../testing/browser.ts";
import type { Missing } from "./missing.ts";

/** Packages of npm that contain an old Chromium for x64 Linux. The hashes are those of the archives. */
const BUILDS = {
  92: {
    version: "92.0.0",
    sha512: "xCFop83v5gXKQTDGNfzj84F4f9QZkY9eShTu1pbWYOPB6wJNw9YgoX56zeVeRD7VL9AVwiS9VS9tgShnc5uR2g==",
    libraries: "aws",
  },
  109: {
    version: "109.0.6",
    sha512: "9hTE03DXnrWTiGNpfjLfmGhIfmiVAerSPinDb+x5bBdM4KF4PMM1NZ0A+V7WKazoA+CasSX/osHK8K0MuO6uqg==",
    libraries: "aws",
  },
  111: {
    version: "111.0.0",
    sha512: "h68PUvW3tz3vZxYa/XxpHdudZ65p6zejBcBdW6qwsJ3xHR4d6myclK+E3stQd3epnPNVZAf/rDf37njG1VjNWg==",
    libraries: "aws",
  },
  119: {
    version: "119.0.2",
    sha512: "VB6tHW13YpQ7HqyhKG1KU8Z1RIb/kfHMg8j/4ft5rk8mMvEm2YkBYFCHnj+yb0P/RPLcdgX3+VC58GuJilOtww==",
    libraries: "al2",
  },
} as const;

/** Outside of node_modules, which `npm ci` empties. */
const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "lotus-browsers");

export interface OldChromium {
  readonly major: keyof typeof BUILDS;
  readonly path: string;
  /** Environment with the libraries of the package, if this machine lacks one. */
  readonly env: Readonly<Record<string, string>>;
}

/** Finds a Chromium by its major version. Downloads it if it is not in the cache. */
export function findOldChromium(major: keyof typeof BUILDS): OldChromium | Missing {
  if (process.platform !== "linux" || process.arch !== "x64")
    return { missing: "it exists for x64 Linux only" };
  const { version } = BUILDS[major];
  const folder = join(CACHE, version);
  try {
    if (!existsSync(folder)) download(major, folder);
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
  const path = join(folder, "chromium");
  const environments = [{}, { LD_LIBRARY_PATH: join(folder, "lib") }];
  const env = environments.find((env) => runs(path, env));
  return env === undefined ? { missing: `${path} does not run here` } : { major, path, env };
}

/** Downloads and unpacks the package. The folder appears when it is complete, since two workers may do this at once. */
function download(major: keyof typeof BUILDS, folder: string): void {
  const { version, sha512, libraries } = BUILDS[major];
  mkdirSync(CACHE, { recursive: true });
  const own = mkdtempSync(`${folder}-`);
  try {
    run("npm", ["pack", `@sparticuz/chromium@${version}`, "--loglevel=error", "--pack-destination", own]);
    const archive = join(own, `sparticuz-chromium-${version}.tgz`);
    const hash = createHash("sha512").update(readFileSync(archive)).digest("base64");
    if (hash !== sha512) throw new Error(`the archive of Chromium ${version} has another hash: ${hash}`);
    run("tar", ["-xzf", archive, "-C", own]);
    const part = (name: string): Buffer =>
      brotliDecompressSync(readFileSync(join(own, "package", "bin", `${name}.br`)));
    writeFileSync(join(own, "chromium"), part("chromium"), { mode: 0o755 });
    for (const name of ["swiftshader.tar", `${libraries}.tar`])
      run("tar", ["-xf", "-", "--no-same-owner", "-C", own], part(name));
    rmSync(join(own, "package"), { recursive: true });
    rmSync(archive);
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function run(command: string, args: readonly string[], input?: Buffer): void {
  const { status, stderr, error } = spawnSync(command, args, {
    ...(input === undefined ? {} : { input }),
    encoding: "utf8",
    // One attempt: without a network the wait between attempts would delay the other tests.
    env: { ...process.env, npm_config_fetch_retries: "0" },
  });
  if (status === 0) return;
  const [reason] = (error?.message ?? stderr).trim().split("\n");
  throw new Error(`${command} ${args[0]} failed: ${reason}`);
}

/** Whether all libraries are found. Chromium 92 has no command that only starts and ends. */
function runs(path: string, env: Readonly<Record<string, string>>): boolean {
  const { status, stdout } = spawnSync("ldd", [path], { encoding: "utf8", env: { ...process.env, ...env } });
  return status === 0 && !stdout.includes("not found");
}

/** Starts the browser. */
export function openOldChromium({ path, env }: OldChromium): Promise<Browser> {
  return chromium.launch({
    executablePath: path,
    args: BROWSER_ARGS,
    headless: true,
    env: { ...process.env, ...env },
  });
}
