import { cosign, cosignerKey, formatSignature, formatVerifierKey, parseNote } from "@lotus/tlog";
import type { FairnessOptions } from "../fairness/fairness.ts";
import { recordedBeacon } from "./recorded-beacon.ts";

/** A beacon and one witness, which must cosign; each can fall silent. */
export interface OutsideWorld {
  readonly fairness: FairnessOptions;
  readonly silent: { beacon: boolean; witness: boolean };
}

/** Opens it; `now` is the time of both (epoch ms). */
export function openOutsideWorld(now: () => number): OutsideWorld {
  const secret = new Uint8Array(32).fill(5);
  const beacon = recordedBeacon(now);
  const silent = { beacon: false, witness: false };
  return {
    silent,
    fairness: {
      paceNow: now,
      beacon: {
        chain: beacon.chain,
        round: (round) => (silent.beacon ? Promise.resolve(null) : beacon.round(round)),
      },
      witnessLines: `witness w ${formatVerifierKey(cosignerKey("w.test", secret))}\nquorum w\n`,
      witnesses: [
        {
          name: "w",
          cosign: ({ checkpoint }) => {
            const note = parseNote(checkpoint);
            if (silent.witness || note === null) return Promise.resolve({ ok: false, why: "silent" });
            const timestampS = Math.floor(now() / 1000);
            return Promise.resolve({
              ok: true,
              line: formatSignature(cosign(note.body, { name: "w.test", secretKey: secret }, timestampS)),
              timestampS,
            });
          },
        },
      ],
    },
  };
}
