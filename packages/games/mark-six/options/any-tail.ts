import { setsLink } from "../sets-link.ts";
import { BALL_TAILS } from "./tail-link.ts";

/** Any tail: every picked tail is a bet that one or more of the seven balls has it. */
export const ANY_TAIL = setsLink({ code: "WS.PTW", sets: BALL_TAILS, linked: 1, wants: "all" });

/** Any tail misses: every picked tail is a bet that none of the seven balls has it. */
export const ANY_TAIL_MISS = setsLink({ code: "WS.PTWB", sets: BALL_TAILS, linked: 1, wants: "none" });
