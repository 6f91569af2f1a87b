import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./layers.ts";

const PAGES = globSync("{*.md,docs/**/*.md,apps/*/README.md,packages/**/README.md,.github/*.md}", {
  cwd: ROOT,
  exclude: (path) => /node_modules|dist$/u.test(path),
});

const SCRIPTS: ReadonlySet<string> = new Set(
  // The file is this project's own.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.keys((JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object }).scripts),
);

/** The anchors that a renderer gives the headings of a page. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...page.matchAll(/^#{1,6} (.+)$/gmu)].map(([, text = ""]) => text);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\- ]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

test.each(PAGES)("every link of %s leads somewhere", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/gu)].map(([, link = ""]) => link);
  const broken = links.filter((link) => {
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? join(ROOT, page) : resolve(ROOT, dirname(page), path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(target, "utf8")).has(anchor);
  });
  expect(broken).toEqual([]);
});

/** The changelog names what existed when it was written. */
const CURRENT = PAGES.filter((page) => page !== "CHANGELOG.md");

test.each(CURRENT)("every file that %s names exists", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const names = [...text.matchAll(/`((?:apps|packages|tools|e2e|docs|ops)\/[\w./-]+)`/gu)].map(
    ([, name = ""]) => name,
  );
  expect(names.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
});

test.each(CURRENT)("every command that %s names exists", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const names = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/gu)].map(([, name = ""]) => name);
  expect(names.filter((name) => !SCRIPTS.has(name))).toEqual([]);
});
