import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** Source files by their path from the root, with the source files each of them imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Types have no effect when a test runs, so their imports do not count. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?!type\b)[^;"']*?from\s*["']([^"']+)["']|(?:^|\n)\s*import\s*["']([^"']+)["']|\bimport\s*\(\s*["']([^"']+)["']/gu;

/** Reads who imports whom from the texts of all source files, in which another workspace has its name. */
export function importGraph(files: ReadonlyMap<string, string>, root: string): ImportGraph {
  const require = createRequire(join(root, "package.json"));
  const workspaceFiles = new Map<string, string | undefined>();
  const inWorkspace = (name: string): string | undefined => {
    if (!workspaceFiles.has(name)) workspaceFiles.set(name, resolved(require, name, root));
    return workspaceFiles.get(name);
  };
  return new Map(
    [...files].map(([file, text]) => {
      const imported = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
      const targets = imported.map((name) => {
        if (name.startsWith(".")) return join(dirname(file), name.replace(/\?.*$/u, ""));
        return name.startsWith("@lotus/") ? inWorkspace(name) : undefined;
      });
      return [file, targets.filter((target) => target !== undefined)];
    }),
  );
}

function resolved(require: NodeJS.Require, name: string, root: string): string | undefined {
  try {
    return relative(root, require.resolve(name));
  } catch {
    // A package of types, or a path that its package does not export: the compiler tells.
    return undefined;
  }
}

/** How many imports lie between each file and the nearest of the given ones; those that reach none are missing. */
export function stepsTo(graph: ImportGraph, targets: readonly string[]): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>();
  for (const [file, imports] of graph)
    for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), file]);
  const steps = new Map(targets.map((target) => [target, 0]));
  // A map's entries include those added while it is read, so this goes outwards step by step.
  for (const [file, step] of steps)
    for (const importer of importers.get(file) ?? []) if (!steps.has(importer)) steps.set(importer, step + 1);
  return steps;
}
