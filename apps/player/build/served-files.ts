import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { PAGE_PATHS } from "@lotus/contract/pages";
import { FILE_LIST_PATH, formatFileList } from "@lotus/fair/served-app";
import { build, type Plugin } from "vite";
import { VERIFIER_FILE, verifierBuild } from "./verifier.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
/** Compressed forms of other files, and what is no file of the app. */
const UNLISTED = /\.(?:br|gz)$|^\./u;
const BEGUN_BY_SCRIPT = /<script [^>]*\sdata-app="/u;
const PRELOAD = /<link rel="modulepreload"[^>]*>/gu;

/**
 * Puts verify.mjs beside the app, and writes the list of everything that is served with its hashes: the log has the hash of
 * the list, and anybody can compare what they are served with it.
 */
export function servedFiles(): Plugin {
  let folder = "";
  return {
    name: "lotus-served-files",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: VERIFIER_FILE, source: await builtVerifier() });
    },
    closeBundle() {
      writeFileSync(join(folder, FILE_LIST_PATH), fileListOf(folder, PAGE_PATHS.keys()));
    },
  };
}

/**
 * Takes the links that load scripts ahead out of a page whose first script begins the app itself: the brand is then painted
 * before any of them shares a slow connection with it, and that script asks at once for what a later visit has.
 */
export function withoutPreloads(): Plugin {
  let page = "";
  return {
    name: "lotus-without-preloads",
    apply: "build",
    configResolved(config) {
      page = resolve(config.root, config.build.outDir, "index.html");
    },
    closeBundle() {
      writeFileSync(page, unpreloaded(readFileSync(page, "utf8")));
    },
  };
}

/** The page without them, if a script begins the app. */
export function unpreloaded(html: string): string {
  return BEGUN_BY_SCRIPT.test(html) ? html.replaceAll(PRELOAD, "") : html;
}

/** The list of a built folder, whose index.html is also served for each of these routes. */
export function fileListOf(folder: string, routes: Iterable<string>): string {
  const hashOf = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !UNLISTED.test(name) && statSync(join(folder, name)).isFile())
    .map((name) => ({ path: `/${name.split(sep).join("/")}`, hash: hashOf(name) }))
    .filter(({ path }) => path !== FILE_LIST_PATH);
  const page = hashOf("index.html");
  return formatFileList([...files, ...[...new Set(["/", ...routes])].map((path) => ({ path, hash: page }))]);
}

async function builtVerifier(): Promise<string> {
  const config = verifierBuild(ROOT);
  const built = await build({ ...config, build: { ...config.build, write: false } });
  const [chunk] = "output" in built ? built.output : [];
  if (chunk?.type !== "chunk") throw new Error("the verifier was not built");
  return chunk.code;
}
