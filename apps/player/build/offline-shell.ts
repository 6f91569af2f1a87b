import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const WORKER = new URL("../worker/sw.js", import.meta.url);
/** Modules behind the first page that no start may lack. */
const BEHIND = ["/src/app/later.ts", "/src/artwork/lotus-pond.tsx"] as const;
/** What the page needs besides its hashed files. */
const UNHASHED = ["/", "/app.webmanifest", "/icon.svg"] as const;

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
    writeBundle(_options, bundle) {
      const read = (file: string) => readFileSync(join(folder, file), "utf8");
      const behind = filesBehind(Object.values(bundle));
      const shell = shellOf(read("index.html"), [read("app.webmanifest")], behind);
      writeFileSync(join(folder, "sw.js"), workerOf(shell));
    },
  };
}

/** The used fields of a file of the build; those that are no chunks have no modules. */
interface Built {
  readonly fileName: string;
  readonly moduleIds?: readonly string[];
  readonly imports?: readonly string[];
}

/** The files of what is loaded behind the first page, with what they import. @throws Error if one is in no chunk */
function filesBehind(built: readonly Built[]): string[] {
  const files = new Set<string>();
  const add = (chunk: Built): void => {
    if (files.has(`/${chunk.fileName}`)) return;
    files.add(`/${chunk.fileName}`);
    for (const each of built) if (chunk.imports?.includes(each.fileName) === true) add(each);
  };
  for (const module of BEHIND) {
    const chunk = built.find(({ moduleIds }) => moduleIds?.some((id) => id.endsWith(module)));
    if (chunk === undefined) throw new Error(`${module} is in no chunk`);
    add(chunk);
  }
  return [...files];
}

/** The cached files of a build, from its page, the texts of its other files, and the chunks `behind` the first page. */
export function shellOf(html: string, others: readonly string[], behind: readonly string[] = []): Shell {
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/gu)].map(([, path = ""]) => path);
  const words = /data-words='([^']+)'/u.exec(html)?.[1];
  if (named.length === 0 || words === undefined) throw new Error("index.html names no files or no words");
  const hash = createHash("sha256");
  for (const text of [html, ...others, ...behind]) hash.update(text).update("\0");
  return {
    version: hash.digest("hex").slice(0, 16),
    files: [...UNHASHED, ...new Set([...named, ...behind])],
    // Written by words.ts a moment ago.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    words: JSON.parse(words) as Record<string, string>,
  };
}

/** Source of the worker. */
export function workerOf(shell: Shell): string {
  return `const SHELL = ${JSON.stringify(shell)};\n${readFileSync(WORKER, "utf8")}`;
}
