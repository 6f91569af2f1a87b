import { resolve } from "node:path";

/** The folder of the whole project. */
export const ROOT = resolve(import.meta.dirname, "../..");
