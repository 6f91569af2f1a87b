import { type BeaconChain, QUICKNET } from "@lotus/beacon";

/*
 * The beacons and witnesses that everybody can know, by their keys. Whoever is not listed is the house's own or unknown,
 * whatever a name, a reply or a setting says.
 */

/** A beacon that several organisations run together. */
export interface PublicBeacon {
  readonly name: string;
  readonly chain: BeaconChain;
  readonly runBy: string;
  /** Where those who run it publish its key. */
  readonly publishedAt: string;
}

/** A witness of transparency logs that its organisation offers to the public. */
export interface PublicWitness {
  readonly name: string;
  /** Ed25519, 32 bytes in hex. */
  readonly publicKey: string;
  readonly runBy: string;
  /** Where those who run it publish its key. */
  readonly publishedAt: string;
}

/** What a verifier knows without asking the house. */
export interface PublicParties {
  readonly beacons: readonly PublicBeacon[];
  readonly witnesses: readonly PublicWitness[];
}

/**
 * The list of this build. The keys of the witnesses are those of their own pages and of the policy that the Sigsum project
 * keeps of operators that announce an end a year ahead (sigsum-go, pkg/policy/builtin/sigsum-generic-2025-1).
 */
export const PUBLIC_PARTIES: PublicParties = {
  beacons: [
    {
      name: "drand quicknet",
      chain: QUICKNET,
      runBy: "League of Entropy",
      publishedAt: `https://api.drand.sh/${QUICKNET.hash}/info`,
    },
  ],
  witnesses: [
    {
      name: "witness.glasklar.is",
      publicKey: "b2106db9065ec97f25e09c18839216751a6e26d8ed8b41e485a563d3d1498536",
      runBy: "Glasklar Teknik",
      publishedAt:
        "https://git.glasklar.is/glasklar/services/witnessing/-/blob/main/witness.glasklar.is/about.md",
    },
    {
      name: "witness.mullvad.net",
      publicKey: "15d6d0141543247b74bab3c1076372d9c894f619c376d64b29aa312cc00f61ad",
      runBy: "Mullvad VPN",
      publishedAt: "https://witness.mullvad.net/about",
    },
    {
      name: "tillitis.se/tillitis-witness-1",
      publicKey: "076be8c9ee7ea60916f0df3608c945d7730082ecb37749dad2c9ed339fea770c",
      runBy: "Tillitis",
      publishedAt: "https://github.com/tillitis/tillitis.se-tillitis-witness-1/blob/main/about.md",
    },
  ],
};
