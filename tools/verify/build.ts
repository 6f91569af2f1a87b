/**
 * Builds the verifier as one file that needs Node alone: `npm run build:verify [-- <folder>]`. The same sources give the
 * same bytes wherever they are, so that anybody can build the file and compare its hash with the published one.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "vite";
import { VERIFIER_FILE, verifierBuild } from "../../apps/player/build/verifier.ts";
import { ROOT } from "../layers.ts";

/** Builds the file from the sources under `root`, into a folder. Returns its path and the hash of its bytes in hex. */
export async function buildVerifier(
  root: string,
  folder: string,
): Promise<{ readonly path: string; readonly sha256: string }> {
  const config = verifierBuild(root);
  await build({ ...config, build: { ...config.build, outDir: folder } });
  const path = join(folder, VERIFIER_FILE);
  const sha256 = createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
  return { path, sha256 };
}

if (import.meta.main) {
  const { path, sha256 } = await buildVerifier(ROOT, resolve(process.argv[2] ?? join(ROOT, "dist")));
  process.stdout.write(`${sha256}  ${path}\n`);
}
