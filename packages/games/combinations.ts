/** C(n, k): number of ways to choose k of n items, exact below 2⁵³; zero if k exceeds n. */
export function choices(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  // Each step is itself a binomial, so the division is exact.
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}

/** n!: number of permutations of n items. */
export function orders(things: number): number {
  return things <= 1 ? 1 : things * orders(things - 1);
}
