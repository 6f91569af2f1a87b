// @vitest-environment node
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(new URL(`../public/${file}`, import.meta.url));

/** As far as it is looked at. */
interface Manifest {
  readonly [field: string]: unknown;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
}
// The file is the one under test.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const manifest = JSON.parse(read("app.webmanifest").toString("utf8")) as Manifest;

test("the manifest has everything an installable app needs", () => {
  expect(manifest).toMatchObject({
    name: "Lotus",
    short_name: "Lotus",
    lang: "vi-VN",
    start_url: "/",
    scope: "/",
    display: "standalone",
  });
  for (const colour of ["theme_color", "background_color"])
    expect(manifest[colour]).toMatch(/^#[0-9a-f]{6}$/u);
});

test("its icons are there, as large as they say, one of them to be cut by the phone", () => {
  const pictures = manifest.icons.filter(({ src }) => src.endsWith(".png"));
  expect(pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    "192x192 any",
    "512x512 any",
    "512x512 maskable",
  ]);
  for (const { src, sizes } of pictures) {
    // Width and height stand at bytes 16 and 20 of a PNG.
    const png = read(src);
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
    expect(png.length).toBeLessThan(30_000);
  }
});

test("the page names the manifest and an icon for phones that do not read it", () => {
  const html = readFileSync(new URL("../index.html", import.meta.url), "utf8");
  const icon = /rel="apple-touch-icon" href="\/([^"]+)"/u.exec(html)?.[1] ?? "";
  expect(html).toContain('rel="manifest" href="/app.webmanifest"');
  expect(existsSync(new URL(`../public/${icon}`, import.meta.url))).toBe(true);
});
