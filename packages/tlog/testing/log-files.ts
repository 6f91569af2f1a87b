import { concat } from "../bytes.ts";
import { formatEntryBundle } from "../entry-bundle.ts";
import { leafHash, merkleRoot } from "../merkle.ts";
import { newTiles, TILE_WIDTH, tilePath } from "../tiles.ts";

/** The tiles and bundles of a log with these entries, by path, as its server would write them. */
export function logFilesOf(entries: readonly Uint8Array[]): Map<string, Uint8Array> {
  const levels = [entries.map((entry) => leafHash(entry))];
  for (let below = levels[0] ?? []; below.length >= TILE_WIDTH; below = levels.at(-1) ?? [])
    levels.push(
      Array.from({ length: Math.floor(below.length / TILE_WIDTH) }, (_, n) =>
        merkleRoot(below.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH)),
      ),
    );
  const files = new Map<string, Uint8Array>();
  for (const tile of newTiles(0, entries.length)) {
    const from = tile.index * TILE_WIDTH;
    const to = from + tile.width;
    if (tile.level === "entries") continue;
    files.set(tilePath(tile), concat(...(levels[tile.level] ?? []).slice(from, to)));
    if (tile.level === 0)
      files.set(tilePath({ ...tile, level: "entries" }), formatEntryBundle(entries.slice(from, to)));
  }
  return files;
}
