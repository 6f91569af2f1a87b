export {
  CREDENTIAL_SEALS,
  type CredentialKind,
  sealCredential,
  whoseCredential,
} from "./credential-seals.ts";
export { findByName, NAME_INDEX, nameIndex, sameNameIndexes } from "./name-index.ts";
export {
  openReencryption,
  type Reencryption,
  type ReencryptionRound,
  type SealedColumn,
} from "./reencryption.ts";
export { openVault, type SealedPlace, type Vault } from "./sealing.ts";
