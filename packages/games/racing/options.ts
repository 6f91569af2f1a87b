import { direct } from "./options/direct.ts";
import { POSITIONAL } from "./options/positional.ts";
import { TOP_TWO_SUM } from "./options/top-two-sum.ts";
import { TWO_SIDED_PLATE } from "./options/two-sided-plate.ts";

/** The options of the racing games, in board order. */
export const RACING_OPTIONS = [
  TWO_SIDED_PLATE,
  TOP_TWO_SUM,
  POSITIONAL,
  direct("CGJFS.CGJFS", 1),
  direct("CQEFS.CQEFS", 2),
  direct("CQSFS.CQSFS", 3),
  direct("CQSIFS.CQSIFS", 4),
  direct("CQWFS.CQWFS", 5),
] as const;
