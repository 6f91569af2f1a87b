import { hit } from "../../proof/expand.ts";
import { proveOption } from "../../proof/prove.ts";
import { positional } from "./positional.ts";

proveOption(positional("YX.DWD"), (picked) =>
  [1, 2, 3, 4, 5].flatMap((place) =>
    (picked[`place${String(place)}`] ?? []).map((digit) =>
      hit((numbers) => String(numbers[place - 1]) === digit),
    ),
  ),
);
