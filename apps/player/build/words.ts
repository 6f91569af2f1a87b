import { fileURLToPath } from "node:url";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { APP_AREAS, EVERY_LOCALE_AREAS, LATER_AREAS, LOCALES } from "@lotus/locales";
import { readArea } from "@lotus/locales/node";
import type { Plugin } from "vite";

const LOADERS = "virtual:words";
const folder = (locale: string) => new URL(`../../../packages/locales/${locale}/`, import.meta.url);

/**
 * Compiles the catalogues. `virtual:words` exports one loader per locale for the app's areas; the loaded module exports
 * a loader for each later part. Each becomes a separate chunk, so a reader loads one locale, the app names one file per
 * locale, and no ICU is parsed in the browser. `virtual:words/<area>` exports an area in every locale at once.
 */
export function words(): Plugin {
  return {
    name: "lotus-words",
    resolveId(id) {
      return id === LOADERS || id.startsWith(`${LOADERS}/`) ? `\0${id}` : undefined;
    },
    load(id) {
      if (id === `\0${LOADERS}`) return loadersModule();
      if (!id.startsWith(`\0${LOADERS}/`)) return undefined;
      const [name, part = ""] = id.slice(LOADERS.length + 2).split("/");
      const inAll = EVERY_LOCALE_AREAS.find((area) => area === name);
      if (inAll !== undefined) {
        for (const locale of LOCALES) this.addWatchFile(areaFile(locale, inAll));
        return everyLocaleModule(inAll);
      }
      const locale = LOCALES.find((each) => each === name);
      if (locale === undefined) return undefined;
      const areas = Object.entries(LATER_AREAS).find(([later]) => later === part)?.[1] ?? APP_AREAS;
      for (const area of areas) this.addWatchFile(areaFile(locale, area));
      const catalogue = catalogueModule(areas.map((area) => readArea(locale, area)));
      return part === "app" ? `${catalogue}\n${laterModule(locale)}` : catalogue;
    },
    handleHotUpdate({ file, server }) {
      if (file.includes("/packages/locales/")) server.ws.send({ type: "full-reload" });
    },
    transformIndexHtml: {
      order: "post",
      // boot.js uses this to fetch the reader's locale while the app is loading.
      handler: (html, { bundle }) => {
        if (bundle === undefined) return html;
        const wordsFiles: Record<string, string> = {};
        for (const chunk of Object.values(bundle)) {
          const match =
            chunk.type === "chunk"
              ? /^\0virtual:words\/([^/]+)\/app$/u.exec(chunk.facadeModuleId ?? "")
              : null;
          if (match?.[1] !== undefined) wordsFiles[match[1]] = `/${chunk.fileName}`;
        }
        return html.replace(
          `src="/boot.js"`,
          `src="/boot.js" data-words='${JSON.stringify(wordsFiles)}' data-slogans='${attribute(slogans())}'`,
        );
      },
    },
  };
}

/** The slogan of the splash in each locale; shown before any catalogue is loaded. */
function slogans(): string {
  const texts = LOCALES.map((locale) => [locale, readArea(locale, "auth")["auth.slogan"]]);
  return JSON.stringify(Object.fromEntries(texts));
}

/** Text for an attribute in single quotes. */
function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("'", "&#39;");
}

function areaFile(locale: string, area: string): string {
  return fileURLToPath(new URL(`${area}.json`, folder(locale)));
}

/** The name of a locale's chunk, such as "words-vi-VN"; undefined for other chunks. */
export function wordsChunkName(moduleId: string | null): string | undefined {
  const match = /^\0virtual:words\/([^/]+)\/(\w+)$/u.exec(moduleId ?? "");
  return match === null ? undefined : `words-${match[1]}${match[2] === "app" ? "" : `-${match[2]}`}`;
}

function loadersModule(): string {
  return `export const loaders = ${loadersOf(LOCALES, (locale) => `${LOADERS}/${locale}/app`)};`;
}

function laterModule(locale: string): string {
  return `export const later = ${loadersOf(Object.keys(LATER_AREAS), (part) => `${LOADERS}/${locale}/${part}`)};`;
}

function loadersOf(names: readonly string[], moduleOf: (name: string) => string): string {
  return `{${names.map((name) => `"${name}": () => import("${moduleOf(name)}")`).join(",\n")}}`;
}

function everyLocaleModule(area: string): string {
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, readArea(locale, area)]));
  return `export const texts = ${JSON.stringify(texts)};`;
}

function catalogueModule(areas: readonly Readonly<Record<string, string>>[]): string {
  const compiled: Record<string, unknown> = {};
  for (const area of areas) {
    for (const [key, text] of Object.entries(area)) compiled[key] = compileMessage(text);
  }
  return `export const messages = ${JSON.stringify(compiled)};`;
}
