import { type BeaconChain, SCHEME } from "@lotus/beacon";

/** Whether a document or the log names the pinned beacon. */
export function isBeacon(
  named: { hash: string; publicKey: string; genesis: number; period: number; scheme: string },
  pinned: BeaconChain,
): boolean {
  return (
    named.hash === pinned.hash &&
    named.publicKey === pinned.publicKey &&
    named.genesis === pinned.genesisS &&
    named.period === pinned.periodS &&
    named.scheme === SCHEME
  );
}

type Numbers = readonly number[] | null | undefined;

/** Whether both are known and equal. */
export function isSame(a: Numbers, b: Numbers): boolean {
  if (a === null || a === undefined || b === null || b === undefined) return false;
  return a.length === b.length && a.every((number, at) => number === b[at]);
}
