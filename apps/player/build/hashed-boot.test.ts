// @vitest-environment node
import { expect, test } from "vitest";
import { withHashedBoot } from "./hashed-boot.ts";

const PAGE = `<head><script src="/boot.js" data-app="/assets/react-1.js /assets/index-2.js" data-words='{}'></script></head>`;

test("the first script has the name of its content", () => {
  expect(withHashedBoot(PAGE, "assets/boot-AbCd1234.js")).toContain(
    `<head><script src="/assets/boot-AbCd1234.js" data-app="/assets/react-1.js /assets/index-2.js" data-words='{}'>`,
  );
});

test("an app of an earlier release still finds out that there is a newer one", () => {
  const earlier = /<script src="\/boot\.js"[^>]*\sdata-app="(\/assets\/[^"]+)"/u;
  expect(earlier.exec(withHashedBoot(PAGE, "assets/boot-AbCd1234.js"))?.[1]).toBe(
    "/assets/react-1.js /assets/index-2.js",
  );
});

test("a page that names no app fails the build", () => {
  expect(() => withHashedBoot("<head></head>", "assets/boot-1.js")).toThrow("names no app");
});
