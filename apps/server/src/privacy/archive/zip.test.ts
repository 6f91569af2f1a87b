import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { archivePage } from "./archive-page.ts";
import { ARCHIVE_PARTS } from "./archive-parts.ts";
import { ZipWriter } from "./zip.ts";
import { loadServerMessages } from "@lotus/locales/node";
import { LOCALES } from "@lotus/locales";

const AT = Date.UTC(2026, 10, 21, 3, 0, 2);

async function* parts(...content: readonly string[]): AsyncGenerator<string> {
  for (const part of content) yield await Promise.resolve(part);
}

function collected(): { readonly bytes: () => Buffer; readonly zip: ZipWriter } {
  const pieces: Buffer[] = [];
  const zip = new ZipWriter((bytes) => {
    pieces.push(Buffer.from(bytes));
    return Promise.resolve();
  }, AT);
  return { bytes: () => Buffer.concat(pieces), zip };
}

test("what is written, another reader finds: names, contents, times and sums", async () => {
  const { bytes, zip } = collected();
  const long = "no card is safe from a good reader \u{1F338} ".repeat(20_000);
  await zip.add("long.json", parts(long.slice(0, 7), long.slice(7)));
  await zip.add("empty.json", parts());
  await zip.add("pictures/1.webp", parts("RIFF"));
  const size = await zip.end();
  expect(bytes()).toHaveLength(size);
  const folder = mkdtempSync(join(tmpdir(), "lotus-zip-"));
  try {
    const file = join(folder, "it.zip");
    writeFileSync(file, bytes());
    const script = `import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), [(i.filename, i.file_size, i.date_time) for i in z.infolist()])`;
    expect(execFileSync("python3", ["-c", script, file], { encoding: "utf8" })).toBe(
      `None [('long.json', ${Buffer.byteLength(long)}, (2026, 11, 21, 3, 0, 2)), ('empty.json', 0, (2026, 11, 21, 3, 0, 2)), ` +
        `('pictures/1.webp', 4, (2026, 11, 21, 3, 0, 2))]\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a name that could be unpacked elsewhere is refused", async () => {
  const names = ["../etc/passwd", "/a.json", "a/../b.json", "a\\b.json", "a.json\0", "C:a.json", "a", ""];
  for (const name of names)
    await expect(collected().zip.add(name, parts("x")), JSON.stringify(name)).rejects.toThrow(
      "not the server's",
    );
});

test("content that breaks off breaks the archive off", async () => {
  const broken = async function* (): AsyncGenerator<string> {
    yield await Promise.resolve("begun");
    throw new Error("the database is gone");
  };
  await expect(collected().zip.add("a.json", broken())).rejects.toThrow("the database is gone");
});

test("whatever stands in a text is text on the page, and the page runs and loads nothing", () => {
  const evil = `</td><script>alert(1)</script><img src=x onerror='alert(1)'>"&`;
  const page = archivePage({
    translate: loadServerMessages(),
    locale: "en-US",
    timeZone: "Asia/Ho_Chi_Minh",
    title: evil,
    username: evil,
    made: new Date(AT),
    parts: [{ name: "messages", newest: [{ title: evil, text: evil }], count: 1 }],
  });
  expect(page).not.toMatch(/<script|<img|onerror='/u);
  expect(page.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;/gu)).toHaveLength(5);
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
});

test.each(LOCALES)("every part has its words in %s", (locale) => {
  const page = archivePage({
    translate: loadServerMessages(),
    locale,
    timeZone: "Asia/Ho_Chi_Minh",
    title: "Lotus",
    username: "someone",
    made: new Date(AT),
    parts: ARCHIVE_PARTS.map(({ name }) => ({ name, newest: [], count: 0 })),
  });
  expect(page).not.toContain("archive.");
});
