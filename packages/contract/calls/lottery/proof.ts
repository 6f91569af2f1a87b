import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode, prizeNo } from "../../fields.ts";

export const proof = defineCall({
  method: "GET",
  path: "/api/lottery/proof/:gameCode/:prizeNo",
  summary: "The proof document of a period (lot-fair/1); secret, beacon and numbers are null until the draw.",
  auth: "public",
  rate: "read",
  params: z.object({ gameCode, prizeNo }),
  data: z.object({
    scheme: z.literal("lot-fair/1"),
    gameCode: z.string(),
    prizeNo: z.string(),
    mode: z.number(),
    cid: z.string(),
    chainLength: z.number(),
    t: z.number(),
    anchor: z.string(),
    root: z.string(),
    commitment: z.string(),
    merkleProof: z.array(z.string()),
    salt: z.string(),
    round: z.number(),
    beacon: z.nullable(z.string()),
    beaconSignature: z.nullable(z.string()),
    witness: z.string(),
    secret: z.nullable(z.string()),
    numbers: z.nullable(z.array(z.number())),
    publicKey: z.string(),
    records: z.array(
      z.object({
        type: z.enum(["chain", "period", "close", "draw", "skipped"]),
        body: z.string(),
        hash: z.string(),
        previousHash: z.string(),
        signature: z.string(),
      }),
    ),
  }),
  refusals: ["GAME_UNKNOWN", "PERIOD_UNKNOWN"],
});
