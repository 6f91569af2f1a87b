import { shown, sumOf } from "../../testing/digits.ts";
import { hit } from "../../testing/expand.ts";
import { proveOption } from "../../testing/prove.ts";
import { FIRST_THREE, LAST_THREE, MIDDLE_THREE, type Places } from "../five-digits.ts";
import { sumTail } from "./sum-tail.ts";

function prove(mode: string, places: Places): void {
  proveOption(sumTail(`${mode}.HZWS`, places), ({ "sum-tail": tails = [] }) =>
    tails.map((tail) => hit((numbers) => String(sumOf(shown(mode, numbers))).endsWith(tail))),
  );
}

prove("HS", LAST_THREE);
prove("ZS", MIDDLE_THREE);
prove("QS", FIRST_THREE);
