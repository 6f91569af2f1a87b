import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * States the order of the style layers at the head of every style file. The first file a browser meets decides
 * the order, and which file that is changes with the way code is split.
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
