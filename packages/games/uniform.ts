/** A source of fair choices: `uniform(n)` gives a whole number from 0 to n − 1, each equally likely. n is 1–256. */
export type Uniform = (n: number) => number;
