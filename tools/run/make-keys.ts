/** Prints a fresh set of keys as LOTUS_KEYS takes it: `ops/node tools/run/make-keys.ts > keys.json`. */
import { randomBytes } from "node:crypto";
import { makeKeys } from "@lotus/server/settings/keys";

process.stdout.write(makeKeys((length) => new Uint8Array(randomBytes(length))));
