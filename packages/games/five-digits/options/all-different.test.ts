import { shownAs } from "../../testing/digits.ts";
import { hit, someOf, sorted } from "../../testing/expand.ts";
import { proveOption } from "../../testing/prove.ts";
import {
  ALL_FIVE,
  FIRST_THREE,
  FIRST_TWO,
  LAST_FOUR,
  LAST_THREE,
  LAST_TWO,
  MIDDLE_THREE,
  type Places,
} from "../five-digits.ts";
import { allDifferent } from "./all-different.ts";

function prove(code: string, places: Places): void {
  const mode = code.slice(0, 2);
  const drawn = shownAs(mode, sorted);
  proveOption(allDifferent(code, places), ({ numbers: digits = [] }) =>
    someOf(digits.map(Number), places.length).map((some) => {
      const bet = sorted(some);
      return hit((numbers) => drawn(numbers) === bet);
    }),
  );
}

prove("HR.ZUX", LAST_TWO);
prove("QR.ZUX", FIRST_TWO);
prove("HS.Z6", LAST_THREE);
prove("ZS.Z6", MIDDLE_THREE);
prove("QS.Z6", FIRST_THREE);
prove("SX.Z24", LAST_FOUR);
prove("WX.Z120", ALL_FIVE);
