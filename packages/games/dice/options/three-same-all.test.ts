import { hit } from "../../testing/expand.ts";
import { proveOption } from "../../testing/prove.ts";
import { THREE_SAME_ALL } from "./three-same-all.ts";

proveOption(THREE_SAME_ALL, () => [hit((numbers) => new Set(numbers).size === 1)]);
