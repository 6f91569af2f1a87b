import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const WORKER = new URL("../worker/sw.js", import.meta.url);
/** What the page needs besides its hashed files. */
const UNHASHED = ["/", "/boot.js", "/app.webmanifest", "/icon.svg"] as const;

/** What the worker caches. */
interface Shell {
  /** Changes with every file of the build, so that a new build installs a new worker. */
  readonly version: string;
  readonly files: readonly string[];
  /** The first catalogue of each locale; only the last used one is cached. */
  readonly words: Readonly<Record<string, string>>;
}

/** Writes sw.js, which caches the shell of the app: the files of index.html and the last used catalogue. */
export function offlineShell(): Plugin {
  let folder = "";
  return {
    name: "lotus-offline-shell",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      const read = (file: string) => readFileSync(join(folder, file), "utf8");
      const shell = shellOf(read("index.html"), [read("boot.js"), read("app.webmanifest")]);
      writeFileSync(join(folder, "sw.js"), workerOf(shell));
    },
  };
}

/** The cached files of a build, from its page and the texts of its other files. */
export function shellOf(html: string, others: readonly string[]): Shell {
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/gu)].map(([, path = ""]) => path);
  const words = /data-words='([^']+)'/u.exec(html)?.[1];
  if (named.length === 0 || words === undefined) throw new Error("index.html names no files or no words");
  const hash = createHash("sha256");
  for (const text of [html, ...others]) hash.update(text).update("\0");
  return {
    version: hash.digest("hex").slice(0, 16),
    files: [...UNHASHED, ...new Set(named)],
    // Written by words.ts a moment ago.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    words: JSON.parse(words) as Record<string, string>,
  };
}

/** Source of the worker. */
export function workerOf(shell: Shell): string {
  return `const SHELL = ${JSON.stringify(shell)};\n${readFileSync(WORKER, "utf8")}`;
}
