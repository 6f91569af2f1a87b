/** Places of a draw, as many as the longest has. */
export const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** A draw that remembers which of its places were read: `numbers` is read, `show` says what it holds. */
export function watchedDraw(length: number) {
  const numbers: number[] = Array.from({ length }, () => 0);
  let shown: readonly number[] = numbers;
  let bits = 0;
  for (let place = 0; place < length; place++) {
    Object.defineProperty(numbers, place, {
      get: () => {
        bits |= 1 << place;
        return shown[place];
      },
    });
  }
  return {
    numbers,
    show: (draw: readonly number[]): void => {
      shown = draw;
    },
    /** The places read since the last time it was asked, a bit each. */
    read: (): number => {
      const read = bits;
      bits = 0;
      return read;
    },
  };
}
