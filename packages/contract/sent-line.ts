import * as z from "zod/mini";
import { amount } from "./fields.ts";

/** A line of a slip as it is sent. */
export const sentLine = z.strictObject({
  option_id: z.string().check(z.minLength(1), z.maxLength(40)),
  /** Stake of one bet. */
  amount,
  groups: z
    .array(
      z.strictObject({
        code: z.string().check(z.maxLength(40)),
        items: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(64)),
      }),
    )
    .check(z.minLength(1, { error: "validation.selectionBlank" }), z.maxLength(20)),
});
