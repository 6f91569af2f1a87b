import { hit, someOf, sorted } from "../../testing/expand.ts";
import { proveOption } from "../../testing/prove.ts";
import { THREE_DIFFERENT } from "./three-different.ts";

proveOption(THREE_DIFFERENT, ({ numbers: faces = [] }) =>
  someOf(faces.map(Number), 3).map((three) => hit((numbers) => sorted(numbers) === sorted(three))),
);
