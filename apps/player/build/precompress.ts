import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/u;
/** Below this a compressed variant saves less than a packet. */
const SMALLEST_BYTES = 1024;

/** Writes .br and .gz variants of every text file of the build, at the best levels. */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "lotus-precompress",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        const file = join(folder, name);
        if (!COMPRESSIBLE.test(name) || statSync(file).size < SMALLEST_BYTES) continue;
        const bytes = readFileSync(file);
        const brotli = {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        };
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, brotli));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
