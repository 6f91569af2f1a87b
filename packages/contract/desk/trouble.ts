import * as z from "zod/mini";
import { time } from "../fields.ts";

/**
 * Kinds of trouble that stop sales, or make draws wait or void. `beacon`, `relay` and `witness` give no right answer; `quorum`:
 * no quorum of witnesses cosigns; `draws`: no server runs the draws; `clock`: the database's clock is not believed; `disk`: the
 * database's disk is full.
 */
export const TROUBLES = ["draws", "beacon", "quorum", "clock", "disk", "witness", "relay"] as const;

export const trouble = z.object({
  kind: z.enum(TROUBLES),
  /** The witness, or the host of the relay; empty for what there is one of. */
  name: z.string(),
  /** Since when, where it is known. */
  since: z.nullable(time),
});
export type Trouble = z.output<typeof trouble>;
