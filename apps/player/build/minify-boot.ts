import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { minifySync, type Plugin } from "vite";

/** Minifies boot.js, which is in public/ and so bypasses the bundler: a phone executes it before anything else. */
export function minifyBoot(): Plugin {
  let folder = "";
  return {
    name: "lotus-minify-boot",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      const file = join(folder, "boot.js");
      const { code, errors } = minifySync("boot.js", readFileSync(file, "utf8"));
      if (errors.length > 0) throw new Error(`boot.js: ${errors[0]?.message}`);
      writeFileSync(file, code);
    },
  };
}
