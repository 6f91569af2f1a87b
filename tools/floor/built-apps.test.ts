import { expect, test } from "vitest";
import { ACCEPTED } from "./accepted.ts";
import { acceptedAs, type FileUse, newerInBuild } from "./built-app.ts";

/** The built apps, of `npm run build`: scripts, styles, and the libraries in them. */
const found = new Map((["player", "desk"] as const).map((app) => [app, newerInBuild(app)]));
const lineOf = ({ file, name, feature, text }: FileUse) => `${file}: ${name} (${feature}) in ${text}`;

test.each(["player", "desk"] as const)("the built %s uses nothing that its oldest browsers lack", (app) => {
  const refused = (found.get(app) ?? []).filter((use) => acceptedAs(use) === undefined);
  expect(refused.map(lineOf)).toEqual([]);
});

test("every accepted use occurs", () => {
  const accepted = new Set([...found.values()].flat().map(acceptedAs));
  expect(Object.keys(ACCEPTED).filter((feature) => !accepted.has(feature))).toEqual([]);
});
