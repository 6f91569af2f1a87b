import { hit, someOf } from "../../testing/expand.ts";
import { proveOption } from "../../testing/prove.ts";
import { TWO_DIFFERENT } from "./two-different.ts";

proveOption(TWO_DIFFERENT, ({ numbers: faces = [] }) =>
  someOf(faces.map(Number), 2).map((two) => hit((numbers) => two.every((face) => numbers.includes(face)))),
);
