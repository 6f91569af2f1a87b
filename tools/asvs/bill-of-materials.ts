/** The bill of materials of a lock file, in CycloneDX 1.5: npm's own drops what both development and production need. */

/** Fields of a package in package-lock.json. */
interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/** The part of package-lock.json that is read here. */
export interface Lock {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** One part: `scope` is "excluded" for what only development needs. */
export interface Component {
  readonly type: "library";
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope: "required" | "optional" | "excluded";
  readonly hashes: readonly { readonly alg: "SHA-512"; readonly content: string }[];
  readonly licenses: readonly { readonly license: { readonly name: string } }[];
}

/** The bill of materials of a lock file, without the workspaces. */
export function billOfMaterials(lock: Lock) {
  const components = Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && link !== true)
    .map(([path, locked]) =>
      componentOf(path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), locked),
    );
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "application", name: lock.name, version: lock.version } },
    components,
  } as const;
}

function componentOf(
  name: string,
  { version = "", integrity = "", license, dev, optional }: LockedPackage,
): Component {
  const hash = /^sha512-(.+)$/u.exec(integrity)?.[1];
  return {
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    scope: dev === true ? "excluded" : optional === true ? "optional" : "required",
    hashes:
      hash === undefined ? [] : [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }],
    licenses: license === undefined ? [] : [{ license: { name: license } }],
  };
}
