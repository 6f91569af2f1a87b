import { concat, u32, u64, u8, utf8 } from "@lotus/tlog";
import { lengthPrefixed, tag } from "./fields.ts";
import { nobleHashing, type Hashing } from "@lotus/tlog";

/** 0: the chain alone. 1: the chain and a drand round that is later than the close of sales. */
export type FairMode = 0 | 1;

/** What one draw depends on; nothing that happens after the period was published is among it, but the beacon. */
export interface DrawInputs {
  /** s_t, 32 bytes. */
  readonly secret: Uint8Array;
  readonly cid: Uint8Array;
  readonly t: number;
  /** The game code. */
  readonly game: string;
  readonly periodNo: string;
  readonly mode: FairMode;
  /** 32 bytes. */
  readonly salt: Uint8Array;
  /** The drand round in mode 1; none in mode 0. */
  readonly round: number | null;
  /** 32 bytes in mode 1; none in mode 0. */
  readonly beacon: Uint8Array | null;
  /** Empty in modes 0 and 1. */
  readonly witness: Uint8Array;
}

const NOTHING = new Uint8Array(0);

/** d_t, the 32 bytes every number of the draw comes from. */
export function drawSeed(inputs: DrawInputs, hashing: Hashing = nobleHashing): Uint8Array {
  if (inputs.salt.length !== 32) throw new RangeError(`a salt of ${inputs.salt.length} bytes`);
  return hashing.hmac(
    inputs.secret,
    concat(
      tag("draw"),
      inputs.cid,
      u32(inputs.t),
      lengthPrefixed(utf8(inputs.game)),
      lengthPrefixed(utf8(inputs.periodNo)),
      u8(inputs.mode),
      inputs.salt,
      u64(inputs.round ?? 0),
      lengthPrefixed(inputs.beacon ?? NOTHING),
      lengthPrefixed(inputs.witness),
    ),
  );
}
