import type { Option } from "../../bet.ts";
import { TAILS } from "../mark-six.ts";
import { setsLink, type BallSets } from "../sets-link.ts";

/** The tails: five balls to each, but four to tail 0, because there is no ball 0. */
export const BALL_TAILS: BallSets = {
  group: "tail",
  items: TAILS,
  size: 5,
  oddSize: 4,
  oddClass: "tail0",
  oddAt: () => 0,
  shownBy: ({ numbers }) => {
    let shown = 0;
    for (const ball of numbers) shown |= 1 << (ball % TAILS.length);
    return shown;
  },
};

/** Linked tails: every choice of `linked` picked tails is a bet that each of them is drawn. */
export function tailsHit(linked: number): Option {
  return setsLink({ code: `WS.LW${String(linked)}`, sets: BALL_TAILS, linked, wants: "all" });
}

/** Linked tails that miss: every choice of `linked` picked tails is a bet that none of them is drawn. */
export function tailsMiss(linked: number): Option {
  return setsLink({ code: `WS.LWB${String(linked)}`, sets: BALL_TAILS, linked, wants: "none" });
}
