import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const VITES_OWN = "\0vite/preload-helper.js";
const OURS = fileURLToPath(new URL("../src/app/load-part.ts", import.meta.url));

/** The files that each file of the build imports. */
type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * Has every part of the app that is loaded later loaded by `loadPart`, in place of Vite's own function, with its files in the
 * order in which they can be run one at a time.
 */
export function loadParts(): Plugin {
  let imports: Imports = new Map();
  return {
    name: "lotus-load-parts",
    apply: "build",
    enforce: "pre",
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_part, files, { hostType }) =>
            hostType === "js" ? inOrder(files, imports) : files,
        },
      },
    }),
    generateBundle(_options, bundle) {
      imports = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === "chunk" ? [[file.fileName, file.imports] as const] : [],
        ),
      );
    },
    load: (id) =>
      id === VITES_OWN ? `export { loadPart as __vitePreload } from ${JSON.stringify(OURS)};` : undefined,
  };
}

/** Files so that each stands behind those that it imports. */
export function inOrder(files: readonly string[], imports: Imports): string[] {
  const left = new Set(files);
  const sorted: string[] = [];
  const put = (file: string): void => {
    if (!left.delete(file)) return;
    for (const each of imports.get(file) ?? []) put(each);
    sorted.push(file);
  };
  for (const file of files) put(file);
  return sorted;
}
