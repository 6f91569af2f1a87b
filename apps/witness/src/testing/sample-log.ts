import {
  consistencyHashes,
  formatCheckpoint,
  formatNote,
  leafHash,
  merkleRoot,
  signNote,
  TILE_WIDTH,
  toBase64,
  u32,
  verifierKey,
  type VerifierKey,
} from "@lotus/tlog";
import { publicKeyOf } from "@lotus/tlog/testing/keys";

/** A log whose entries are numbers; `fork` gives it other ones from the third entry on. */
export class SampleLog {
  readonly origin: string;
  readonly secretKey: Uint8Array;
  readonly #fork: number;

  constructor(origin = "log.example", { seed = 1, fork = 0 } = {}) {
    this.origin = origin;
    this.secretKey = new Uint8Array(32).fill(seed);
    this.#fork = fork;
  }

  get key(): VerifierKey {
    return verifierKey(this.origin, 1, publicKeyOf(this.secretKey));
  }

  /** The signed checkpoint of the first `size` entries. */
  checkpoint(size: number, root = this.root(size)): string {
    const body = formatCheckpoint({ origin: this.origin, size, root });
    return formatNote({ body, signatures: [signNote(body, this.origin, this.secretKey)] });
  }

  root(size: number): Uint8Array {
    return merkleRoot(this.#leaves(size));
  }

  /** The body of an add-checkpoint request. */
  async request(olderSize: number, size: number, checkpoint = this.checkpoint(size)): Promise<string> {
    const leaves = this.#leaves(size);
    const hashes = await consistencyHashes(Math.min(olderSize, size), size, async (level, index) => {
      const width = TILE_WIDTH ** level;
      return merkleRoot(leaves.slice(index * width, (index + 1) * width));
    });
    return [`old ${olderSize}`, ...hashes.map(toBase64), "", checkpoint].join("\n");
  }

  #leaves(size: number): readonly Uint8Array[] {
    return Array.from({ length: size }, (_, i) => leafHash(u32(i < 2 ? i : i + this.#fork)));
  }
}
