import { expect, test } from "vitest";
import type { ScreenState } from "../../e2e/screens/screen-state.ts";
import { readOptions } from "./options.ts";

const screenStateOf = (name: string): ScreenState => ({
  name,
  at: { screen: 0, state: 0, states: 1 },
  kind: "loaded",
  path: "/",
  viewer: "player",
  landmark: "main",
  fails: false,
});
const SCREEN_STATES = ["home", "home-broken", "game-ffc", "game-ffc.slip"].map(screenStateOf);

test("by default every screen is taken in three languages, seven sizes and both themes", () => {
  const options = readOptions([], SCREEN_STATES);
  expect(options).toMatchObject({ out: "screenshots", jobs: 2, scale: 1, full: false, textPercent: 100 });
  if ("wrong" in options) throw new Error("they are right");
  expect(options.screenStates).toEqual(SCREEN_STATES);
  expect(options.appearances).toHaveLength(42);
  expect(new Set(options.appearances.map((each) => JSON.stringify(each))).size).toBe(42);
});

test("screens are chosen by how their names begin, looks by language, theme and size", () => {
  const options = readOptions(
    "--screen game-,home-b --locale fr --theme dark --size 812x375 --scale 2.625".split(" "),
    SCREEN_STATES,
  );
  if ("wrong" in options) throw new Error(options.wrong.join());
  expect(options.screenStates.map(({ name }) => name)).toEqual(["home-broken", "game-ffc", "game-ffc.slip"]);
  expect(options.scale).toBe(2.625);
  expect(options.appearances).toEqual([{ locale: "fr", theme: "dark", width: 812, height: 375 }]);
});

test("full-page screenshots are not taken with larger text", () => {
  expect(readOptions(["--full", "--text", "200"], SCREEN_STATES)).toEqual({
    wrong: ["--full: not together with --text"],
  });
});

test("every error of the command line is named", () => {
  const options = readOptions(
    ["--locale", "xx", "--theme", "blue", "--size", "wide", "--screen", "nowhere", "--jobs", "0", "--colour"],
    SCREEN_STATES,
  );
  expect("wrong" in options && options.wrong).toHaveLength(6);
});
