/** A secret key with its older versions: what is new uses the current one, what is old is still read. */
export interface VersionedKey {
  readonly current: number;
  readonly byVersion: ReadonlyMap<number, Uint8Array>;
}
