/** `npm run -s sbom > bom.json`: the bill of materials of package-lock.json, in CycloneDX 1.5. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../layers.ts";
import { billOfMaterials, type Lock } from "./bill-of-materials.ts";

// Written by npm, whose form has not changed since version 3 of the lock.
const lock: Lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
console.log(JSON.stringify(billOfMaterials(lock), null, 2));
