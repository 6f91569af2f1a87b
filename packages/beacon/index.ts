/*
 * Public randomness beacons of drand. Verifying and signing, which need the pairing curve, are separate entry points.
 */
export {
  chainHashOf,
  QUICKNET,
  randomnessOf,
  readSignature,
  roundAt,
  roundOfDraw,
  roundTime,
  SCHEME,
  type BeaconChain,
  type ChainOrigin,
} from "./chain.ts";
