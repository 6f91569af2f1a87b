import { everyNumber, shownAs, textOf } from "../../testing/digits.ts";
import { hit } from "../../testing/expand.ts";
import { proveOption } from "../../testing/prove.ts";
import { FIRST_THREE, FIRST_TWO, LAST_THREE, LAST_TWO, MIDDLE_THREE, type Places } from "../five-digits.ts";
import { directSpan } from "./direct-span.ts";

function prove(mode: string, places: Places): void {
  const every = everyNumber(mode).map((number) => ({
    text: textOf(number),
    span: String(Math.max(...number) - Math.min(...number)),
  }));
  const drawn = shownAs(mode, textOf);
  proveOption(directSpan(`${mode}.ZXKD`, places), ({ span: spans = [] }) =>
    every
      .filter(({ span }) => spans.includes(span))
      .map(({ text }) => hit((numbers) => drawn(numbers) === text)),
  );
}

prove("HR", LAST_TWO);
prove("QR", FIRST_TWO);
prove("HS", LAST_THREE);
prove("ZS", MIDDLE_THREE);
prove("QS", FIRST_THREE);
