import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "../run/root.ts";
import type { Figure } from "./bars.ts";

const DIST = join(ROOT, "apps/player/dist");
const KB = 1024;
const BARS = { initialJs: 110, chunk: 30, words: 14, css: 16, fonts: 70 } as const;

/** Gzip sizes of the built app in `dist`: first screen, largest later part, catalogues, fonts. */
export function pageBytes(dist = DIST): Figure[] {
  // What stands in a comment is not fetched.
  const html = readFileSync(join(dist, "index.html"), "utf8").replaceAll(/<!--.*?-->/gsu, "");
  // The first script loads those that begin the app.
  const named = [...html.matchAll(/(?:\s(?:src|href)|data-app)="(\/[^"]+\.(?:js|css))"/gu)];
  const referenced = [...new Set(named.flatMap(([, paths = ""]) => paths.split(" ")))];
  const weigh = (path: string): number => kilobytesOf(join(dist, path));
  const assets = readdirSync(join(dist, "assets")).map((name) => `/assets/${name}`);
  const isWords = (path: string): boolean => path.startsWith("/assets/words-");
  const later = assets.filter((path) => path.endsWith(".js") && !referenced.includes(path) && !isWords(path));
  const largest = heaviest(later, weigh);
  const words = heaviest(
    assets.filter((path) => isWords(path) && path.endsWith(".js")),
    weigh,
  );
  const figure = (name: string, value: number, most: number): Figure => ({
    section: "pages",
    name,
    value,
    unit: "KB",
    bar: { of: "value", most },
  });
  return [
    figure(
      "initial JavaScript",
      sum(
        referenced.filter((path) => path.endsWith(".js")),
        weigh,
      ),
      BARS.initialJs,
    ),
    figure(
      "initial CSS",
      sum(
        referenced.filter((path) => path.endsWith(".css")),
        weigh,
      ),
      BARS.css,
    ),
    figure(`largest part loaded later (${nameOf(largest.path)})`, largest.kilobytes, BARS.chunk),
    figure(`heaviest locale (${nameOf(words.path)})`, words.kilobytes, BARS.words),
    figure(
      "fonts",
      sum(
        assets.filter((path) => /\.(?:woff2?|ttf)$/u.test(path)),
        weigh,
      ),
      BARS.fonts,
    ),
  ];
}

type Weigh = (path: string) => number;

function heaviest(paths: readonly string[], weigh: Weigh): { path: string; kilobytes: number } {
  return paths
    .map((path) => ({ path, kilobytes: weigh(path) }))
    .reduce((most, each) => (each.kilobytes > most.kilobytes ? each : most), { path: "none", kilobytes: 0 });
}

function sum(paths: readonly string[], weigh: Weigh): number {
  return paths.reduce((total, path) => total + weigh(path), 0);
}

/** Size over the wire: small files have no compressed variant and are sent uncompressed. */
function kilobytesOf(file: string): number {
  const twin = `${file}.gz`;
  return (existsSync(twin) ? statSync(twin).size : gzipSync(readFileSync(file)).length) / KB;
}

function nameOf(path: string): string {
  return path.replace(/^\/assets\/(.+)-[\w-]{8}\.js$/u, "$1");
}
