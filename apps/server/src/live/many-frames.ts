import { frameText, type LiveFrame } from "./frames.ts";
import type { Position } from "./position.ts";

/** An event that tells many players, as it is stored. */
export interface EventForMany {
  /** The position of the last of its frames; those before it have the ids before. */
  readonly at: Position;
  readonly event: string;
  /** JSON text with a % for each value. */
  readonly pattern: string;
  /** Numbers with commas between them. */
  readonly players: string;
  /** The values of the first player, then those of the second and so on, with commas between them. */
  readonly told: string;
}

/**
 * The frames of an event that tells many players, most of whom have no stream here: each is written only when a stream
 * wants it.
 */
export class ManyFrames {
  readonly #event: EventForMany;

  constructor(event: EventForMany) {
    this.#event = event;
  }

  /** The position of its last frame. */
  get at(): Position {
    return this.#event.at;
  }

  /** Number of characters it holds. */
  get size(): number {
    const { pattern, players, told } = this.#event;
    return pattern.length + players.length + told.length;
  }

  /** The frames of the players that are wanted, in order. */
  framesFor(wanted: (playerId: bigint) => boolean): LiveFrame[] {
    const players = this.#event.players.split(",");
    return this.#frames(players, (player) => wanted(BigInt(player)));
  }

  /** The frames of one player after a position, in order. */
  framesOf(playerId: bigint, after: Position): LiveFrame[] {
    const player = String(playerId);
    // Most events tell others, which the text shows before it is taken apart.
    if (!this.#event.players.includes(player)) return [];
    const found = this.#frames(this.#event.players.split(","), (told) => told === player);
    return found.filter(({ at }) => at.xid !== after.xid || at.id > after.id);
  }

  #frames(players: readonly string[], wanted: (player: string) => boolean): LiveFrame[] {
    const places: number[] = [];
    for (const [place, player] of players.entries()) if (wanted(player)) places.push(place);
    if (places.length === 0) return [];
    const { at, event, pattern, told } = this.#event;
    const pieces = pattern.split("%");
    const values = told.split(",");
    const each = pieces.length - 1;
    // Nobody may be told what is another's.
    if (values.length !== players.length * each)
      throw new Error(`an event tells ${players.length} players ${values.length} values, ${each} each`);
    return places.map((place) => {
      const position = { xid: at.xid, id: at.id - BigInt(players.length - 1 - place) };
      const own = values.slice(place * each, (place + 1) * each);
      const data = pieces.map((piece, i) => piece + (own[i] ?? "")).join("");
      return { at: position, playerId: BigInt(players[place] ?? 0), text: frameText(event, data, position) };
    });
  }
}
