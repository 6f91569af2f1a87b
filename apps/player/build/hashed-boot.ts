import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { minifySync, type Plugin } from "vite";

const BOOT = new URL("../public/boot.js", import.meta.url);

/**
 * Minifies boot.js, which is in public/ and so bypasses the bundler: a phone runs it before anything else. Its name gets a
 * hash, as any other file's, so that a later visit need not ask whether it is still the same.
 */
export function hashedBoot(): Plugin {
  const source = minifiedBoot();
  const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
  const fileName = `assets/boot-${hash}.js`;
  return {
    name: "lotus-hashed-boot",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml: { order: "post", handler: (html) => withHashedBoot(html, fileName) },
  };
}

function minifiedBoot(): string {
  const { code, errors } = minifySync("boot.js", readFileSync(BOOT, "utf8"));
  if (errors.length > 0) throw new Error(`boot.js: ${errors[0]?.message}`);
  return code;
}

/**
 * The page with the script under its hashed name. Apps of releases until 2.1 that are still open find a new version by the
 * tag they know, which stays as a comment.
 */
export function withHashedBoot(html: string, fileName: string): string {
  const app = /\sdata-app="[^"]*"/u.exec(html)?.[0];
  if (app === undefined) throw new Error("index.html names no app");
  return html
    .replace(`<script src="/boot.js"`, `<script src="/${fileName}"`)
    .replace("</head>", `<!--<script src="/boot.js"${app}>--></head>`);
}
