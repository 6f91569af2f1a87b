import { join } from "node:path";
import type { InlineConfig } from "vite";

/** The name of the verifier as one file. */
export const VERIFIER_FILE = "verify.mjs";

/** How the verifier is built from the sources under `root`: one file that needs Node alone, the same bytes wherever. */
export function verifierBuild(root: string): InlineConfig {
  return {
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
      emptyOutDir: false,
      copyPublicDir: false,
      // Readers can read it.
      minify: false,
      // Paths in comments are relative to the sources, not to where the command runs.
      rolldownOptions: {
        cwd: root,
        output: { format: "es", entryFileNames: VERIFIER_FILE, codeSplitting: false },
      },
    },
  };
}
