/**
 * Builds the verifier as one file that needs Node alone: `npm run build:verify [-- <folder>]`. The same sources give the
 * same bytes wherever they are, so that anybody can build the file and compare its hash with the published one.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "vite";
import { ROOT } from "../layers.ts";

const FILE_NAME = "verify.mjs";

/** Builds the file from the sources under `root`, into a folder. Returns its path and the hash of its bytes in hex. */
export async function buildVerifier(
  root: string,
  folder: string,
): Promise<{ readonly path: string; readonly sha256: string }> {
  await build({
    root,
    configFile: false,
    envDir: false,
    logLevel: "warn",
    mode: "production",
    define: {},
    // Everything is bundled: whoever runs the file has no packages.
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: join(root, "tools/verify/main.ts"),
      target: "node22",
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      // Readers can read it.
      minify: false,
      // Paths in comments are relative to the sources, not to where the command runs.
      rolldownOptions: {
        cwd: root,
        output: { format: "es", entryFileNames: FILE_NAME, codeSplitting: false },
      },
    },
  });
  const path = join(folder, FILE_NAME);
  const sha256 = createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
  return { path, sha256 };
}

if (import.meta.main) {
  const { path, sha256 } = await buildVerifier(ROOT, resolve(process.argv[2] ?? join(ROOT, "dist")));
  process.stdout.write(`${sha256}  ${path}\n`);
}
