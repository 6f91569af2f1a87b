/**
 * Import rules. One-way imports let an engineer change one folder without reading the others: packages do not import
 * apps, screens do not import each other, and the folders of an app and the modules of the server have an order. As a
 * command it prints each breach and exits with 1; layers.test.ts runs the same check.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** What each package may import of our own packages, and which libraries. */
const PACKAGES: Readonly<Record<string, { readonly own: readonly string[]; readonly libraries: RegExp }>> = {
  money: { own: [], libraries: /^$/u },
  games: { own: ["money"], libraries: /^$/u },
  tlog: { own: [], libraries: /^@noble\//u },
  beacon: { own: ["tlog"], libraries: /^@noble\//u },
  fair: { own: ["tlog", "beacon"], libraries: /^$/u },
  contract: { own: ["money", "games"], libraries: /^(zod|@noble\/hashes|@scure\/base)/u },
  client: { own: ["contract"], libraries: /^$/u },
  locales: { own: [], libraries: /^@lingui\/(core|message-utils)|^node:fs$/u },
  ui: { own: ["money"], libraries: /^(react|react-dom|@base-ui\/react|lucide-react)(\/|$)/u },
};

/** Programs that run apart from the server, with the packages they may import: they must not depend on its code. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  witness: ["tlog"],
  beacon: ["beacon", "tlog"],
  monitor: ["beacon", "fair", "games", "tlog"],
};

/** The modules of the server from the bottom up: each may import those before it, and http's handler types. */
export const SERVER_ORDER = [
  "settings",
  "db",
  "nodes",
  "http",
  "events",
  "vault",
  "mail",
  "ledger",
  "push",
  "inbox",
  "accounts",
  "identity",
  "protection",
  "registers",
  "wallet",
  "fairness",
  "betting",
  "outcomes",
  "settlement",
  "covering",
  "chases",
  "draws",
  "liabilities",
  "live",
  "reports",
  "agents",
  "service",
  "saved",
  "harm",
  "privacy",
  "desk",
  "ops",
  "pages",
] as const;

/** The folders of the players' app from the bottom up: each may import those before it. */
const PLAYER_ORDER = [
  "artwork",
  "api",
  "i18n",
  "session",
  "queries",
  "live",
  "shell",
  "components",
  "features",
  "screens",
  "app",
];

/** The same for the desk. */
const DESK_ORDER = [
  "style",
  "api",
  "i18n",
  "provider",
  "live",
  "session",
  "shell",
  "actions",
  "components",
  "features",
  "screens",
  "app",
];

/** A breach: which file imports what, and the rule it breaks. */
export interface Breach {
  readonly file: string;
  readonly imports: string;
  readonly rule: string;
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s*["']([^"']+)["']|import\s*\(\s*["']([^"']+)["']/gu;

/** Every breach among the given files (paths from the root, with their text). */
export function findBreaches(files: ReadonlyMap<string, string>): Breach[] {
  const breaches: Breach[] = [];
  for (const [file, text] of files) {
    for (const match of text.matchAll(IMPORT)) {
      const specifier = match[1] ?? match[2] ?? "";
      const rule = brokenRule(file, specifier, files);
      if (rule !== undefined) breaches.push({ file, imports: specifier, rule });
    }
  }
  return breaches;
}

/** Tests, their shared code, and the gallery of components: not part of any build. */
const TEST_CODE = /\.test\.tsx?$|\/testing\/|^apps\/player\/gallery\//u;

function brokenRule(file: string, specifier: string, files: ReadonlyMap<string, string>): string | undefined {
  const isTest = TEST_CODE.test(file);
  const target = specifier.startsWith(".")
    ? relative(ROOT, resolve(ROOT, dirname(file), specifier))
    : specifier;
  if (!isTest && /^(?:apps|packages)\//u.test(file) && TEST_CODE.test(target))
    return "production code imports nothing of testing/";
  const inPackage = /^packages\/([^/]+)\//u.exec(file)?.[1];
  if (inPackage !== undefined) return packageRule(inPackage, target, isTest);
  const program = /^apps\/([^/]+)\//u.exec(file)?.[1] ?? "";
  if (Object.hasOwn(PROGRAMS, program)) return programRule(program, target);
  const serverModule = /^apps\/server\/src\/([^/]+)\//u.exec(file)?.[1];
  if (serverModule !== undefined) return serverRule(serverModule, target, isTest);
  if (file.startsWith("apps/player/"))
    return isTest || file.includes("/testing/") ? undefined : playerRule(file, target, files);
  if (file.startsWith("apps/desk/"))
    return isTest || file.includes("/testing/") ? undefined : deskRule(file, target);
  return /^(?:tools|e2e)\//u.test(file) ? toolRule(file, target, isTest) : undefined;
}

/** Tools that operators run on production data: they must not import test code. */
const OPERATED = /^tools\/(?:run|backup|operator|verify|check-books)[./]/u;

/** Tools and journeys import another workspace by its name, so that they use only its public API. */
function toolRule(file: string, target: string, isTest: boolean): string | undefined {
  // The build of the players' app counts as a tool.
  if (/^(?:apps|packages)\//u.test(target) && !target.startsWith("apps/player/build/"))
    return "another workspace is entered by its name";
  if (!isTest && OPERATED.test(file) && TEST_CODE.test(target))
    return "what an operator runs imports nothing of testing/";
  if (file.startsWith("e2e/") && target.startsWith("tools/") && target !== "tools/load/client.ts")
    return "journeys import nothing of tools but their HTTP client";
  if (file.startsWith("tools/") && /^e2e\/.*\.test\.ts$/u.test(target)) return "no tool imports a journey";
  return undefined;
}

function programRule(program: string, target: string): string | undefined {
  const own = /^@lotus\/([^/]+)/u.exec(target)?.[1];
  if (own !== undefined)
    return PROGRAMS[program]?.includes(own) === true ? undefined : `${program} may not import ${own}`;
  return /^(?:packages|apps)\//u.test(target) && !target.startsWith(`apps/${program}/`)
    ? "another workspace is entered by its name"
    : undefined;
}

function packageRule(name: string, target: string, isTest: boolean): string | undefined {
  const allowed = PACKAGES[name];
  if (allowed === undefined) return `packages/${name} is not in the table of tools/layers.ts`;
  if (target.startsWith("apps/")) return "a package imports no app";
  const own = /^@lotus\/([^/]+)/u.exec(target)?.[1];
  if (own !== undefined) {
    return allowed.own.includes(own) || own === name ? undefined : `${name} may not import ${own}`;
  }
  const other = /^packages\/([^/]+)\//u.exec(target)?.[1];
  if (other !== undefined) return other === name ? undefined : "another package is entered by its name";
  if (isTest || allowed.libraries.test(target)) return undefined;
  return `${name} may not import ${target}`;
}

function serverRule(module: string, target: string, isTest: boolean): string | undefined {
  const other = /^apps\/server\/src\/([^/]+)\/(.+)$/u.exec(target);
  if (target.startsWith("apps/player")) return "the server imports no screen";
  if (other === null || isTest) return undefined;
  const [, otherModule = "", path = ""] = other;
  if (otherModule === module) return undefined;
  const rank = (name: string): number => SERVER_ORDER.findIndex((known) => known === name);
  if (rank(module) === -1) return `${module} has no place in SERVER_ORDER`;
  if (rank(otherModule) > rank(module)) return `${module} stands below ${otherModule}`;
  if (["db", "http", "settings"].includes(otherModule)) return undefined;
  return path === `${otherModule}.ts`
    ? undefined
    : `${otherModule} is imported through its public API, ${otherModule}.ts`;
}

function playerRule(file: string, target: string, files: ReadonlyMap<string, string>): string | undefined {
  if (target.startsWith("apps/server")) return "the app imports nothing of the server";
  const rule = folderRule("apps/player/src", PLAYER_ORDER, file, target);
  if (rule !== undefined || !file.startsWith("apps/player/src/screens/")) return rule;
  if (files.get(target)?.includes("export function Screen(") === true) return "no screen imports another";
  return screenRule(file, target);
}

/** Why a folder of an app's sources may not import another: the order of the folders is given from the bottom up. */
function folderRule(
  sources: string,
  order: readonly string[],
  file: string,
  target: string,
): string | undefined {
  const folder = folderIn(sources, file);
  const other = folderIn(sources, target);
  if (folder === undefined || other === undefined || other === "testing") return undefined;
  if (!order.includes(folder)) return `${folder} has no place in the order of ${sources}`;
  return order.indexOf(other) > order.indexOf(folder) ? `${folder} stands below ${other}` : undefined;
}

/** A screen imports from its own folder and those below; what several share is a feature. */
function screenRule(file: string, target: string): string | undefined {
  const own = `${dirname(file)}/`;
  return !/\/screens\//u.test(target) || target.startsWith(own) ? undefined : "no screen imports another";
}

/** The source folder of a file within an app; undefined for files outside or at the top. */
function folderIn(sources: string, file: string): string | undefined {
  return file.startsWith(`${sources}/`) ? /^([^/]+)\//u.exec(file.slice(sources.length + 1))?.[1] : undefined;
}

function deskRule(file: string, target: string): string | undefined {
  if (target.startsWith("apps/server")) return "the desk imports nothing of the server";
  if (target.startsWith("apps/player/src")) return "the desk imports no screen of the players";
  const rule = folderRule("apps/desk/src", DESK_ORDER, file, target);
  if (rule !== undefined) return rule;
  const screen = /^apps\/desk\/src\/screens\/([^/]+)\//u.exec(file)?.[1];
  const other = /^apps\/desk\/src\/screens\/([^/]+)\//u.exec(target)?.[1];
  if (screen !== undefined && other !== undefined && screen !== other) return "no screen imports another";
  return undefined;
}

/** The project's TypeScript files with their texts. */
export function readSources(): Map<string, string> {
  const paths = globSync("{packages,apps,tools,e2e}/**/*.{ts,tsx}", {
    cwd: ROOT,
    exclude: (path) => /node_modules|dist$/u.test(path),
  });
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
}

if (import.meta.main) {
  const breaches = findBreaches(readSources());
  for (const { file, imports, rule } of breaches) console.error(`${file} imports ${imports}: ${rule}`);
  console.log(breaches.length === 0 ? "layers: clean" : `layers: ${breaches.length} breaches`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
