/** Prints a new set of keys for LOTUS_KEYS: `ops/node tools/run/make-keys.ts > keys.json`. */
import { randomBytes } from "node:crypto";
import { makeKeys } from "@lotus/server/settings/keys";

process.stdout.write(makeKeys((length) => new Uint8Array(randomBytes(length))));
