/**
 * Is handed one draw after the other, each with the number of equally likely draws that it stands for. The
 * numbers may change after the visit.
 */
export type Visit = (numbers: readonly number[], weight: number) => void;
