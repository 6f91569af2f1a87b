import { setsLink } from "../sets-link.ts";
import { ANIMALS } from "./zodiac-link.ts";

/** One zodiac: every picked animal is a bet that one or more of the seven balls is of it. */
export const ANY_ZODIAC = setsLink({ code: "SX.YX", sets: ANIMALS, linked: 1, wants: "all" });

/** One zodiac misses: every picked animal is a bet that none of the seven balls is of it. */
export const ANY_ZODIAC_MISS = setsLink({ code: "SX.YXB", sets: ANIMALS, linked: 1, wants: "none" });
