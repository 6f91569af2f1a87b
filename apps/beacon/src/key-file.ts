import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { type BeaconChain, chainHashOf } from "@lotus/beacon";
import { beaconPublicKey, beaconSecretKey } from "@lotus/beacon/sign";
import { fromHex, toHex } from "@lotus/tlog";

/** A beacon as stored: its secret key, and what its chain was created with. */
export interface BeaconKey {
  readonly secretKey: Uint8Array;
  readonly genesisSeed: string;
  readonly chain: BeaconChain;
}

/** Every own beacon has this name in its chain info. */
export const BEACON_ID = "lotus";

/** Creates a beacon that starts at `genesisS` (seconds since 1970) and stores it. @throws if the file exists */
export function createBeacon(
  file: string,
  { genesisS, periodS }: { genesisS: number; periodS: number },
): BeaconKey {
  const secretKey = beaconSecretKey(Uint8Array.from(randomBytes(48)));
  const stored = { secretKey: toHex(secretKey), genesisSeed: toHex(randomBytes(32)), genesisS, periodS };
  writeFileSync(file, `${JSON.stringify(stored)}\n`, { flag: "wx", mode: 0o600 });
  return readBeacon(file);
}

/** Reads a stored beacon. @throws Error if the file is not one; its content is never repeated */
export function readBeacon(file: string): BeaconKey {
  const stored: unknown = JSON.parse(readFileSync(file, "utf8"));
  const field = (name: string): unknown =>
    typeof stored === "object" && stored !== null ? Reflect.get(stored, name) : undefined;
  const secretKey = fromHex(field("secretKey"), 32);
  const [genesisSeed, genesisS, periodS] = [field("genesisSeed"), field("genesisS"), field("periodS")];
  if (
    secretKey === null ||
    typeof genesisSeed !== "string" ||
    fromHex(genesisSeed, 32) === null ||
    !isPositive(genesisS) ||
    !isPositive(periodS)
  )
    throw new Error(`${file} is not the key of a beacon`);
  const fields = { publicKey: beaconPublicKey(secretKey), genesisS, periodS };
  const hash = chainHashOf(fields, { genesisSeed, beaconId: BEACON_ID });
  return { secretKey, genesisSeed, chain: { hash, ...fields } };
}

function isPositive(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
