import type { OverWhole } from "../../betting/betting.ts";
import { refuse, type Refused } from "../../http/handler.ts";

/** Refuses with the bet that returns too much together with a plan, and by how much. */
export function refuseOver(over: OverWhole): Refused<"RETURN_OVER_WHOLE"> {
  return refuse("RETURN_OVER_WHOLE", { values: { ...over }, data: over });
}
