import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { LOCALES, type Locale } from "@lotus/locales";
import { readArea } from "@lotus/locales/node";
import { minifySync, type Plugin } from "vite";
import { type App, type Floor, floorOf } from "./floor.ts";

const SOURCES = new URL("../floor/", import.meta.url);
/** What browser.html says in each app. The operators' own money is not in it. */
const KEYS = {
  old: "browser.old",
  failed: "browser.failed",
  needs: "browser.needs",
  safe: "browser.safe",
  helps: "browser.helps",
  update: "browser.update",
  other: "browser.other",
  address: "browser.address",
  copy: "browser.copy",
  copied: "browser.copied",
} as const;
const LOCALES_OF: Readonly<Record<App, readonly Locale[]>> = { player: LOCALES, desk: ["vi-VN", "en-US"] };

/**
 * Adds what lets an app start in its oldest browsers, and what older ones show in its place: floor.js, the first script of
 * the page; supply.js, loaded only where functions are missing; browser.html with its script and style. An app without
 * boot.js is begun by begin.js.
 */
export function floorFiles(app: App): Plugin {
  const floor = hashed("floor.js", oldScript(read("floor.js")));
  const supply = hashed("supply.js", minified("supply.js"));
  const begin = hashed("begin.js", minified("begin.js"));
  const pageScript = hashed(
    "browser-page.js",
    oldScript(`var TEXTS = ${JSON.stringify(pageTexts(app, floorOf(app)))};\n${read("browser-page.js")}`),
  );
  const style = hashed("browser-page.css", read("browser-page.css"));
  const files = [floor, supply, pageScript, style, ...(app === "desk" ? [begin] : [])];
  return {
    name: "lotus-floor-files",
    apply: "build",
    generateBundle() {
      for (const { fileName, source } of files) this.emitFile({ type: "asset", fileName, source });
      const page = [floor, pageScript, style].reduce(
        (html, { name, fileName }) => html.replace(`"/${name}"`, `"/${fileName}"`),
        read("browser-page.html"),
      );
      this.emitFile({ type: "asset", fileName: "browser.html", source: page });
    },
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        withFloor(html, { floor: floor.fileName, supply: supply.fileName, begin: begin.fileName }),
    },
  };
}

/** The names of the files in the build. */
interface FloorNames {
  readonly floor: string;
  readonly supply: string;
  readonly begin: string;
}

/** The page with floor.js before its first script, which is boot.js, or begin.js in place of the app's module. */
export function withFloor(html: string, { floor, supply, begin }: FloorNames): string {
  const first = `<script src="/${floor}"></script>\n    `;
  const data = ` data-supply="/${supply}"`;
  const withBoot = html.replace(`<script src="/boot.js"`, `${first}<script src="/boot.js"${data}`);
  if (withBoot !== html) return withBoot;
  const begun = html.replace(
    /<script type="module" crossorigin src="([^"]+)"><\/script>/u,
    `${first}<script defer src="/${begin}"${data} data-app="$1"></script>\n    <link rel="modulepreload" crossorigin href="$1">`,
  );
  if (begun === html) throw new Error("index.html has no script to begin the app");
  return begun;
}

export function pageTexts(
  app: App,
  floor: Floor,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const versions: Readonly<Record<string, string>> = { ...floor };
  return Object.fromEntries(
    LOCALES_OF[app].map((locale) => {
      const texts = readArea(locale, "browser");
      const filled = Object.entries(KEYS)
        .filter(([name]) => app === "player" || name !== "safe")
        .map(([name, key]) => [
          name,
          texts[key]?.replaceAll(/\{(\w+)\}/gu, (_, browser: string) => versions[browser] ?? ""),
        ]);
      return [locale, Object.fromEntries(filled)];
    }),
  );
}

function read(name: string): string {
  return readFileSync(new URL(name, SOURCES), "utf8");
}

function minified(name: string): string {
  return checked(minifySync(name, read(name)));
}

/** A script for any browser, without comments and indents: the minifier writes templates in place of strings. */
export function oldScript(source: string): string {
  return source.replaceAll(/\/\*[^]*?\*\/\n*|^\s*\/\/.*\n|^\s+/gmu, "");
}

function checked({ code, errors }: ReturnType<typeof minifySync>): string {
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  return code;
}

function hashed(
  name: string,
  source: string,
): { readonly name: string; readonly fileName: string; readonly source: string } {
  const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
  return { name, fileName: `assets/${name.replace(".", `-${hash}.`)}`, source };
}
