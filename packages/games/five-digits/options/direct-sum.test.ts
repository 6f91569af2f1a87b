import { everyNumber, shownAs, sumOf, textOf } from "../../testing/digits.ts";
import { hit } from "../../testing/expand.ts";
import { proveOption } from "../../testing/prove.ts";
import { FIRST_THREE, FIRST_TWO, LAST_THREE, LAST_TWO, MIDDLE_THREE, type Places } from "../five-digits.ts";
import { directSum } from "./direct-sum.ts";

function prove(mode: string, places: Places): void {
  const every = everyNumber(mode).map((number) => ({ text: textOf(number), sum: String(sumOf(number)) }));
  const drawn = shownAs(mode, textOf);
  proveOption(directSum(`${mode}.ZXHZ`, places), ({ sum: sums = [] }) =>
    every
      .filter(({ sum }) => sums.includes(sum))
      .map(({ text }) => hit((numbers) => drawn(numbers) === text)),
  );
}

prove("HR", LAST_TWO);
prove("QR", FIRST_TWO);
prove("HS", LAST_THREE);
prove("ZS", MIDDLE_THREE);
prove("QS", FIRST_THREE);
