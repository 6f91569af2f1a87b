import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ESTree, parseSync, type Plugin } from "vite";

const CALL_FILE = /\/packages\/contract\/calls\/(?!all\.)[\w/-]+\.ts$/u;
const SCHEMA_FILE = /\/packages\/contract\/[\w-]+\.ts$/u;
const APP = fileURLToPath(new URL("../src/", import.meta.url));
/** What the app reads of a call; the rest is the server's. */
const SENT = new Set(["method", "path", "idempotent", "body"]);

/**
 * Leaves out of each call what the app never reads: its summary, limits and refusals, the shapes of parameters, and those of
 * replies, which the server's tests check. Of a body is left that there is one, and its shape where the app checks a
 * form by it. Otherwise every start would load the schema library.
 */
export function slimCalls(): Plugin {
  let checked: ReadonlySet<string> = new Set();
  return {
    name: "lotus-slim-calls",
    apply: "build",
    enforce: "pre",
    buildStart() {
      const sources = globSync("**/*.{ts,tsx}", { cwd: APP }).map((file) =>
        readFileSync(`${APP}${file}`, "utf8"),
      );
      checked = new Set(sources.flatMap(checkedBodies));
    },
    transform(code, id) {
      if (CALL_FILE.test(id)) return { code: slimmed(code, checked), map: null };
      return SCHEMA_FILE.test(id) ? { code: pureSchemas(code), map: null } : null;
    },
  };
}

/** The calls whose bodies a source of the app checks. */
export function checkedBodies(source: string): string[] {
  return [...source.matchAll(/\bCALLS\.(\w+)\.body\b/gu)].map(([, name = ""]) => name);
}

/** The source of calls with only what a sender reads; bodies stay whole for `checked`. */
export function slimmed(code: string, checked: ReadonlySet<string>): string {
  const cuts = constantsOf(code).flatMap(({ name, init }) => {
    const spec = specIn(init);
    return (spec?.properties ?? []).flatMap((part, at): Cut[] => {
      if (part.type !== "Property" || part.key.type !== "Identifier")
        throw new Error(`${name} has a part without a name`);
      const end = spec?.properties[at + 1]?.start ?? (spec?.end ?? 0) - 1;
      if (!SENT.has(part.key.name)) return [{ start: part.start, end, text: "" }];
      const isBody = part.key.name === "body" && !checked.has(name);
      return isBody ? [{ start: part.value.start, end: part.value.end, text: "null" }] : [];
    });
  });
  return pureSchemas(withoutUnused(cut(code, cuts)));
}

/** Marks calls, schemas and lists of them as free of side effects, which no bundler can see in a chain of calls. */
export function pureSchemas(code: string): string {
  return cut(
    code,
    constantsOf(code).flatMap(({ init }) => {
      if (init === null) return [];
      const { start, end } = init;
      if (specIn(init) !== undefined) return [{ start, end: start, text: "/* @__PURE__ */ " }];
      if (!isMade(init)) return [];
      return [{ start, end, text: `/* @__PURE__ */ (() => ${code.slice(start, end)})()` }];
    }),
  );
}

/** Whether a constant is what a function returns, or a list of such. */
function isMade(init: ESTree.Expression): boolean {
  if (init.type === "TSAsExpression") return isMade(init.expression);
  if (init.type === "ArrayExpression") return init.elements.some((each) => each?.type === "CallExpression");
  return init.type === "CallExpression";
}

/** Leaves out imports and constants that nothing uses any more, one after another. */
function withoutUnused(code: string): string {
  const isUsed = (name: string): boolean => (code.match(new RegExp(`\\b${name}\\b`, "gu")) ?? []).length > 1;
  const imports = statementsOf(code).filter((each) => each.type === "ImportDeclaration");
  const unused = [
    ...imports.filter(({ specifiers }) => specifiers.every(({ local }) => !isUsed(local.name))),
    ...constantsOf(code).filter(({ name, isExported }) => !isExported && !isUsed(name)),
  ];
  if (unused.length === 0) return code;
  return withoutUnused(
    cut(
      code,
      unused.map(({ start, end }) => ({ start, end, text: "" })),
    ),
  );
}

/** `text` in place of what stands from `start` to `end`. */
interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function cut(code: string, cuts: readonly Cut[]): string {
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end, text }) => left.slice(0, start) + text + left.slice(end), code);
}

interface Constant {
  readonly name: string;
  readonly init: ESTree.Expression | null;
  readonly isExported: boolean;
  /** Of the whole statement. */
  readonly start: number;
  readonly end: number;
}

/** The constants of a module, one a statement as the house writes them. */
function constantsOf(code: string): Constant[] {
  return statementsOf(code).flatMap((statement) => {
    const isExported = statement.type === "ExportNamedDeclaration";
    const declared = isExported ? statement.declaration : statement;
    if (declared?.type !== "VariableDeclaration") return [];
    const [first] = declared.declarations;
    if (first?.id.type !== "Identifier" || declared.declarations.length > 1) return [];
    const { start, end } = statement;
    return [{ name: first.id.name, init: first.init, isExported, start, end }];
  });
}

/** The specification in `defineCall({ … })`; undefined for any other expression. */
function specIn(init: ESTree.Expression | null): ESTree.ObjectExpression | undefined {
  if (init?.type !== "CallExpression" || init.callee.type !== "Identifier") return undefined;
  if (init.callee.name !== "defineCall") return undefined;
  const [spec] = init.arguments;
  if (spec?.type !== "ObjectExpression") throw new Error("a call is not written out");
  return spec;
}

function statementsOf(code: string): (ESTree.Directive | ESTree.Statement)[] {
  const { program, errors } = parseSync("call.ts", code);
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  return program.body;
}
