import { hit, sorted } from "../../testing/expand.ts";
import { proveOption } from "../../testing/prove.ts";
import { THREE_CONSECUTIVE_ALL } from "./three-consecutive-all.ts";

const RUNS = new Set(["1,2,3", "2,3,4", "3,4,5", "4,5,6"]);

proveOption(THREE_CONSECUTIVE_ALL, () => [hit((numbers) => RUNS.has(sorted(numbers)))]);
