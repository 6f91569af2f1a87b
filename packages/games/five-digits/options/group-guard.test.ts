import { everyMixedSet, shownAs } from "../../testing/digits.ts";
import { sorted } from "../../testing/expand.ts";
import { proveOption } from "../../testing/prove.ts";
import { FIRST_THREE, FIRST_TWO, LAST_THREE, LAST_TWO, MIDDLE_THREE, type Places } from "../five-digits.ts";
import { groupGuard } from "./group-guard.ts";

function prove(mode: string, places: Places, keyOf: (different: number) => string): void {
  const every = everyMixedSet(mode);
  const drawn = shownAs(mode, sorted);
  proveOption(groupGuard(`${mode}.ZUXBD`, places), ({ guard = [] }) =>
    every
      .filter((digits) => digits.includes(Number(guard[0])))
      .map((digits) => {
        const bet = sorted(digits);
        return {
          key: keyOf(new Set(digits).size),
          wins: (numbers) => drawn(numbers) === bet,
        };
      }),
  );
}

const byKind = (different: number): string => (different === 2 ? "group3" : "group6");

prove("HR", LAST_TWO, () => "hit");
prove("QR", FIRST_TWO, () => "hit");
prove("HS", LAST_THREE, byKind);
prove("ZS", MIDDLE_THREE, byKind);
prove("QS", FIRST_THREE, byKind);
