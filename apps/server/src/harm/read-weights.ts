import { SIGNAL_IDS, type SignalId, type Weights } from "./weights.ts";

const MOST = 100;

/** Weights written as "nights=4,shareLost=0"; null if one is unknown, named twice, or not a whole number up to 100. */
export function readWeights(text: string): Partial<Weights> | null {
  const found = new Map<SignalId, number>();
  for (const part of text.split(",").filter((each) => each.trim() !== "")) {
    const [name = "", value = ""] = part.split("=").map((each) => each.trim());
    const id = SIGNAL_IDS.find((each) => each === name);
    if (id === undefined || found.has(id) || !/^\d{1,3}$/u.test(value) || Number(value) > MOST) return null;
    found.set(id, Number(value));
  }
  // Made from the keys of the table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(found) as Partial<Weights>;
}
