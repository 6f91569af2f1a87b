import { zodiacOf } from "../mark-six/ball.ts";
import { BALLS } from "./mark-six-views.ts";

const RED = [1, 2, 7, 8, 12, 13, 18, 19, 23, 24, 29, 30, 34, 35, 40, 45, 46];
const BLUE = [3, 4, 9, 10, 14, 15, 20, 25, 26, 31, 36, 37, 41, 42, 47, 48];
const GREEN = [5, 6, 11, 16, 17, 21, 22, 27, 28, 32, 33, 38, 39, 43, 44, 49];

const DOMESTIC = ["ox", "horse", "goat", "rooster", "dog", "pig"];
const WILD = ["rat", "tiger", "rabbit", "dragon", "snake", "monkey"];

const digitsOf = (ball: number): readonly [number, number] => [Math.floor(ball / 10), ball % 10];
const sumOf = (ball: number): number => digitsOf(ball)[0] + digitsOf(ball)[1];
const tailOf = (ball: number): number => digitsOf(ball)[1];

// Without 49, which has no side.
const those = (shows: (ball: number) => boolean): readonly number[] =>
  BALLS.filter((ball) => ball !== 49 && shows(ball));

/** The balls of each side, which never hold 49, and of each colour. */
export const BALLS_OF: Readonly<Record<string, readonly number[]>> = {
  red: RED,
  blue: BLUE,
  green: GREEN,
  big: those((ball) => ball > 24),
  small: those((ball) => ball < 25),
  odd: those((ball) => [1, 3, 5, 7, 9].includes(tailOf(ball))),
  even: those((ball) => [0, 2, 4, 6, 8].includes(tailOf(ball))),
  "sum-big": those((ball) => sumOf(ball) > 6),
  "sum-small": those((ball) => sumOf(ball) < 7),
  "sum-odd": those((ball) => [1, 3, 5, 7, 9, 11].includes(sumOf(ball))),
  "sum-even": those((ball) => [2, 4, 6, 8, 10, 12].includes(sumOf(ball))),
  "tail-big": those((ball) => tailOf(ball) > 4),
  "tail-small": those((ball) => tailOf(ball) < 5),
};

/** Whether a ball has every one of the sides and colours of an item such as "red-sum-odd". */
export function fits(item: string, ball: number): boolean {
  return Object.keys(BALLS_OF)
    .filter((name) => (name.includes("-") ? item.includes(name) : bare(item).includes(name)))
    .every((name) => BALLS_OF[name]?.includes(ball));
}

// The parts of an item besides its sides of two words.
const bare = (item: string): readonly string[] => item.replace(/(sum|tail)-\w+/u, "").split("-");

/** Whether the animal of a ball is domestic or wild, 49 excepted. */
export function fitsAnimals(item: "domestic" | "wild", ball: number, lunarYear: number): boolean {
  const animals = item === "domestic" ? DOMESTIC : WILD;
  return ball !== 49 && animals.includes(zodiacOf(ball, lunarYear));
}
