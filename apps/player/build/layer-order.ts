import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * Declares the order of the style layers at the start of every style file. The first file that a browser loads decides
 * the order, and which one that is depends on code splitting.
 */
export function layerOrder(): Plugin {
  const tokens = readFileSync(new URL("../../../packages/ui/tokens.css", import.meta.url), "utf8");
  const order = /@layer [\w, ]+;/u.exec(tokens)?.[0];
  if (order === undefined) throw new Error("packages/ui/tokens.css states no order of layers");
  return {
    name: "lotus-layer-order",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === "asset" && file.fileName.endsWith(".css"))
            file.source = `${order}${file.source.toString()}`;
        }
      },
    },
  };
}
