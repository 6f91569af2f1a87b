import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** Source files by their path from the root, with the source files each of them imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Types have no effect when a test runs, so their imports do not count. */
const IMPORT =
  /(?:^|\n)\s*(import|export)\s(?!type\b)([^;"']*?)from\s*["']([^"']+)["']|(?:^|\n)\s*import\s*["']([^"']+)["']|\bimport\s*\(\s*["']([^"']+)["']/gu;
const DECLARED = /\bexport\s+(?:async\s+)?(?:const|let|function\*?|class|abstract\s+class)\s+(\w+)/gu;

/** What a file imports of another; `names` is missing if it is the whole of it. */
interface Import {
  readonly target: string;
  readonly names?: readonly string[];
}

interface Module {
  readonly imports: readonly Import[];
  /** Names that it exports from another file. */
  readonly passed: ReadonlyMap<string, { readonly target: string; readonly name: string }>;
  /** Files that it exports under a name each. */
  readonly spaces: ReadonlyMap<string, string>;
  /** Files whose names it exports all. */
  readonly passedWhole: readonly string[];
  readonly declared: ReadonlySet<string>;
}

type Modules = ReadonlyMap<string, Module>;

/**
 * Reads who imports whom from the texts of all source files, in which another workspace has its name. A name that a file
 * only passes on leads to the one that declares it, so that using one call is not using all of them.
 */
export function importGraph(files: ReadonlyMap<string, string>, root: string): ImportGraph {
  const require = createRequire(join(root, "package.json"));
  const workspaceFiles = new Map<string, string | undefined>();
  const inWorkspace = (name: string): string | undefined => {
    if (!workspaceFiles.has(name)) workspaceFiles.set(name, resolved(require, name, root));
    return workspaceFiles.get(name);
  };
  const modules = new Map(
    [...files].map(([file, text]) => {
      const target = (name: string): string | undefined => {
        if (name.startsWith(".")) return join(dirname(file), name.replace(/\?.*$/u, ""));
        return name.startsWith("@lotus/") ? inWorkspace(name) : undefined;
      };
      return [file, readModule(text, target)];
    }),
  );
  return new Map(
    [...modules].map(([file, { imports }]) => {
      const text = files.get(file) ?? "";
      const targets = imports.flatMap(({ target, names }) =>
        names === undefined ? [target] : names.flatMap((name) => targetsOf(modules, target, name, text)),
      );
      return [file, [...new Set(targets)]];
    }),
  );
}

function readModule(text: string, targetOf: (name: string) => string | undefined): Module {
  const imports: Import[] = [];
  const passed = new Map<string, { target: string; name: string }>();
  const spaces = new Map<string, string>();
  const passedWhole: string[] = [];
  for (const [, kind, clause = "", from, bare, dynamic] of text.matchAll(IMPORT)) {
    const target = targetOf(from ?? bare ?? dynamic ?? "");
    if (target === undefined) continue;
    const names = namesIn(clause);
    if (kind === "export") {
      const space = /^\*\s+as\s+(\w+)/u.exec(clause)?.[1];
      if (space !== undefined) spaces.set(space, target);
      else if (names === undefined) passedWhole.push(target);
      for (const { name, as } of names ?? []) passed.set(as, { target, name });
      imports.push({ target });
    } else imports.push(names === undefined ? { target } : { target, names: names.map(({ name }) => name) });
  }
  const declared = new Set([...text.matchAll(DECLARED)].map(([, name = ""]) => name));
  return { imports, passed, spaces, passedWhole, declared };
}

/** The values named between braces, without types; undefined if the whole file is meant. */
function namesIn(clause: string): { name: string; as: string }[] | undefined {
  const braces = /^\s*\{([^}]*)\}\s*$/u.exec(clause)?.[1];
  return braces
    ?.replaceAll(/\/\/.*$/gmu, "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "" && !one.startsWith("type "))
    .map((one) => {
      const [name = "", as = name] = one.split(/\s+as\s+/u);
      return { name, as };
    });
}

/** The files that are reached by a name of `file`; by a namespace those whose members `text` uses. */
function targetsOf(modules: Modules, file: string, name: string, text: string): string[] {
  const space = modules.get(file)?.spaces.get(name);
  if (space === undefined) return [declaring(modules, file, name) ?? file];
  const members = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "gu"))];
  if (members.length === 0) return [space];
  return members.map(([, member = ""]) => declaring(modules, space, member) ?? space);
}

/** The file that declares a name which `file` exports; undefined if it does not export that. */
function declaring(
  modules: Modules,
  file: string,
  name: string,
  seen = new Set<string>(),
): string | undefined {
  const module = modules.get(file);
  if (module === undefined || seen.has(file)) return undefined;
  seen.add(file);
  if (module.declared.has(name)) return file;
  const passed = module.passed.get(name);
  if (passed !== undefined) return declaring(modules, passed.target, passed.name, seen) ?? passed.target;
  for (const target of module.passedWhole) {
    const found = declaring(modules, target, name, seen);
    if (found !== undefined) return found;
  }
  return undefined;
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
