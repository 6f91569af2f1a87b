import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** A library that is part of the app. */
interface Licensed {
  readonly name: string;
  readonly version: string;
  /** SPDX id, as "MIT". */
  readonly licence: string;
  /** The licence text; empty if the library has none. */
  readonly text: string;
}

/** Writes licences.json: every library in the build with its licence. */
export function licences(): Plugin {
  return {
    name: "lotus-licences",
    apply: "build",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      this.emitFile({
        type: "asset",
        fileName: "licences.json",
        source: JSON.stringify(packagesOf(modules).map(licenceOf)),
      });
    },
  };
}

/** The folders of the packages that modules come from, by name. */
export function packagesOf(modules: readonly string[]): string[] {
  const found = modules.flatMap((id) => {
    const folder = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//u.exec(id)?.[1];
    return folder === undefined ? [] : [folder];
  });
  return [...new Set(found)].sort((a, b) => nameIn(a).localeCompare(nameIn(b), "en"));
}

function nameIn(folder: string): string {
  return folder.slice(folder.lastIndexOf("/node_modules/") + "/node_modules/".length);
}

/**
 * Licence of a package, from its package.json. @throws Error if it names none: such code must not be shipped
 */
export function licenceOf(folder: string): Licensed {
  // The format of package.json is npm's; the three fields are checked below.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Partial<
    Record<"name" | "version" | "license", unknown>
  >;
  const { name, version, license } = manifest;
  if (typeof name !== "string" || typeof version !== "string" || typeof license !== "string")
    throw new Error(`${folder} names no licence`);
  const file = readdirSync(folder).find((each) => /^licen[cs]e(?:\.\w+)?$/iu.test(each));
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8");
  return { name, version, licence: license, text: text.trim() };
}
