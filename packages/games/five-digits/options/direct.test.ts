import { shownAs, textOf } from "../../testing/digits.ts";
import { hit, oneOfEach } from "../../testing/expand.ts";
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
import { direct } from "./direct.ts";

function prove(mode: string, places: Places): void {
  const drawn = shownAs(mode, textOf);
  proveOption(direct(`${mode}.ZX`, places), (picked) =>
    oneOfEach(Object.values(picked)).map((bet) => {
      const text = bet.join("");
      return hit((numbers) => drawn(numbers) === text);
    }),
  );
}

prove("HR", LAST_TWO);
prove("QR", FIRST_TWO);
prove("HS", LAST_THREE);
prove("ZS", MIDDLE_THREE);
prove("QS", FIRST_THREE);
prove("SX", LAST_FOUR);
prove("WX", ALL_FIVE);
