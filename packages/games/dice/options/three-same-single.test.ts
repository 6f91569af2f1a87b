import { hit } from "../../testing/expand.ts";
import { proveOption } from "../../testing/prove.ts";
import { THREE_SAME_SINGLE } from "./three-same-single.ts";

proveOption(THREE_SAME_SINGLE, ({ numbers: triples = [] }) =>
  triples.map((triple) => hit((numbers) => numbers.join("") === triple)),
);
