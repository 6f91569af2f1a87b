import { beforeEach, expect, test, vi } from "vitest";

const loadPart = async (...given: Parameters<typeof import("./load-part.ts").loadPart>) => {
  const module = await import("./load-part.ts");
  return module.loadPart(...given);
};
const links = () =>
  [...document.querySelectorAll("link")].map((link) => [link.rel, link.getAttribute("href")]);

beforeEach(() => {
  document.head.replaceChildren();
  // As browsers do; jsdom fetches nothing.
  vi.spyOn(DOMTokenList.prototype, "supports").mockReturnValue(true);
  vi.resetModules();
});

function present(rel: string, href: string): void {
  document.head.append(Object.assign(document.createElement("link"), { rel, href }));
}

const styleOf = (file: string) => {
  const link = document.querySelector(`link[rel=stylesheet][href="/${file}"]`);
  if (link === null) throw new Error(`${file} was not asked for`);
  return link;
};

test("a part is there once its styles are, and nothing is asked for twice", async () => {
  present("modulepreload", "/assets/app.js");
  present("preload", "/assets/page.css");
  const part = vi.fn(async () => "page");
  const loading = loadPart(part, ["assets/app.js", "assets/page.js", "assets/page.css"]);
  await vi.waitFor(() => expect(links()).toHaveLength(4));
  expect(links().slice(2)).toEqual([
    ["modulepreload", "/assets/page.js"],
    ["stylesheet", "/assets/page.css"],
  ]);
  // What needs as long as the first part without its styles, and began later.
  await loadPart(async () => "other", ["assets/other.js"]);
  expect(part).not.toHaveBeenCalled();
  styleOf("assets/page.css").dispatchEvent(new Event("load"));
  expect(await loading).toBe("page");
  expect(await loadPart(part, ["assets/page.js", "assets/page.css"])).toBe("page");
  expect(links()).toHaveLength(5);
});

test("a part without its styles is not shown", async () => {
  const part = vi.fn(async () => "page");
  const loading = loadPart(part, ["assets/page.css"]);
  await vi.waitFor(() => expect(links()).toHaveLength(1));
  styleOf("assets/page.css").dispatchEvent(new Event("error"));
  await expect(loading).rejects.toThrow("assets/page.css");
  expect(part).not.toHaveBeenCalled();
});

test("a file that does not come is told by the part itself", async () => {
  const gone = new TypeError("gone");
  await expect(loadPart(() => Promise.reject(gone), ["assets/gone.js"])).rejects.toBe(gone);
});
