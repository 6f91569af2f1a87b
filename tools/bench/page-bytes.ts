import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "../house/root.ts";
import type { Figure } from "./bars.ts";

const DIST = join(ROOT, "apps/player/dist");
const KB = 1024;
const BARS = { initialJs: 130, chunk: 30, words: 14, css: 16, fonts: 70 } as const;

/** What the built app weighs, gzip: what the first screen loads, the largest part loaded later, words, fonts. */
export function pageBytes(): Figure[] {
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  const referenced = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/gu)].map(
    ([, path = ""]) => path,
  );
  const assets = readdirSync(join(DIST, "assets")).map((name) => `/assets/${name}`);
  const isWords = (path: string): boolean => path.startsWith("/assets/words-");
  const later = assets.filter((path) => path.endsWith(".js") && !referenced.includes(path) && !isWords(path));
  const largest = heaviest(later);
  const words = heaviest(assets.filter((path) => isWords(path) && path.endsWith(".js")));
  const figure = (name: string, value: number, most: number): Figure => ({
    section: "pages",
    name,
    value,
    unit: "KB",
    bar: { of: "value", most },
  });
  return [
    figure("initial JavaScript", sum(referenced.filter((path) => path.endsWith(".js"))), BARS.initialJs),
    figure("initial CSS", sum(referenced.filter((path) => path.endsWith(".css"))), BARS.css),
    figure(`largest part loaded later (${nameOf(largest.path)})`, largest.kilobytes, BARS.chunk),
    figure(`heaviest locale (${nameOf(words.path)})`, words.kilobytes, BARS.words),
    figure("fonts", sum(assets.filter((path) => /\.(?:woff2?|ttf)$/u.test(path))), BARS.fonts),
  ];
}

function heaviest(paths: readonly string[]): { path: string; kilobytes: number } {
  return paths
    .map((path) => ({ path, kilobytes: kilobytesOf(path) }))
    .reduce((most, each) => (each.kilobytes > most.kilobytes ? each : most), { path: "none", kilobytes: 0 });
}

function sum(paths: readonly string[]): number {
  return paths.reduce((total, path) => total + kilobytesOf(path), 0);
}

/** As it goes over the wire: small files have no compressed twin and are sent as they are. */
function kilobytesOf(path: string): number {
  const file = join(DIST, path);
  const twin = `${file}.gz`;
  return (existsSync(twin) ? statSync(twin).size : gzipSync(readFileSync(file)).length) / KB;
}

function nameOf(path: string): string {
  return path.replace(/^\/assets\/(.+)-[\w-]{8}\.js$/u, "$1");
}
