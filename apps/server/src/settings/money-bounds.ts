import { formatMoney, parseMoney } from "@lotus/money";
import type { EnvironmentReader } from "./environment.ts";

/** Minimum and maximum of an amount, in minor units. */
export interface Bounds {
  readonly min: bigint;
  readonly max: bigint;
}

/** Reads NAME_MIN and NAME_MAX, in minor units. */
export function readBounds(
  read: EnvironmentReader,
  name: string,
  fallback: { readonly min: string | bigint; readonly max: string | bigint },
): Bounds {
  const bounds = {
    min: readMoney(read, `${name}_MIN`, fallback.min),
    max: readMoney(read, `${name}_MAX`, fallback.max),
  };
  if (bounds.min > bounds.max) read.complain(`${name}_MIN is above ${name}_MAX`);
  return bounds;
}

/** Reads a positive amount, in minor units. */
export function readMoney(read: EnvironmentReader, name: string, fallback: string | bigint): bigint {
  const example = typeof fallback === "string" ? fallback : formatMoney(fallback);
  const parsed = parseMoney(read.text(name, example));
  if (parsed.ok && parsed.value > 0n) return parsed.value;
  read.complain(`${name} must be an amount like ${example}`);
  return 0n;
}
