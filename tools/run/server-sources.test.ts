import { expect, test } from "vitest";
import { readSources } from "../layers.ts";
import { serverSources } from "./server-sources.ts";

test("a change of any package that the server imports restarts it", () => {
  const imported = new Set(
    [...readSources()]
      .filter(([path]) => path.startsWith("apps/server/src/") && !/\.test\.ts$|\/testing\//u.test(path))
      .flatMap(([, text]) =>
        [...text.matchAll(/from "@lotus\/([a-z]+)/gu)].map(([, name]) => `packages/${name}`),
      ),
  );
  expect(imported).toContain("packages/locales");
  expect(serverSources().toSorted()).toEqual(["apps/server/src", ...imported].toSorted());
});
