import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./layers.ts";

const PAGES = globSync("{*.md,docs/**/*.md,apps/*/README.md,packages/**/README.md,.github/*.md}", {
  cwd: ROOT,
  exclude: (path) => /node_modules|dist$/u.test(path),
});

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

test.each(["docs/a-bet.md", "docs/testing.md", "CONTRIBUTING.md"])(
  "%s names files that are there",
  (page) => {
    const text = readFileSync(join(ROOT, page), "utf8");
    const names = [...text.matchAll(/`((?:apps|packages|tools|e2e|docs)\/[\w./-]+)`/gu)].map(
      ([, name = ""]) => name,
    );
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  },
);
