import { FILE_LIST_PATH, fileListHash, formatFileList } from "@lotus/fair/served-app";
import { sampleDocument, sampleEntries } from "@lotus/fair/testing/sample-draw";
import { utf8 } from "@lotus/tlog";
import { expect, test } from "vitest";
import { verifyCommand } from "./verify.ts";

const URL_OF = "https://play.example";
const FILES = new Map([
  ["/", "the page"],
  ["/assets/a-1.js", "a script"],
]);
const listOf = (files: ReadonlyMap<string, string>) =>
  formatFileList([...files].map(([path, content]) => ({ path, hash: fileListHash(content) })));

/** A house whose log has the hash of these files, and who serves others. */
async function compare({
  served = FILES,
  list = listOf(served),
  args = [],
  texts = {},
}: {
  readonly served?: ReadonlyMap<string, string>;
  readonly list?: string;
  readonly args?: readonly string[];
  readonly texts?: Readonly<Record<string, string>>;
} = {}) {
  const [first, ...others] = sampleEntries([]);
  if (first === undefined) throw new Error("no entries");
  const house = {
    ...first,
    body: first.body.replace(/"app":"\w+"/u, `"app":"${fileListHash(listOf(FILES))}"`),
  };
  const { entries, policy } = sampleDocument([house, ...others]);
  const all: Readonly<Record<string, string>> = {
    [`${URL_OF}/log/house`]: JSON.stringify(entries[0]),
    [`${URL_OF}/api/lottery/fairness`]: JSON.stringify({ code: 0, msg: "", data: { policy } }),
    ...texts,
  };
  const printed: string[] = [];
  const read = async (from: string) => {
    const found = all[from];
    if (found === undefined) throw new Error("nothing there");
    return found;
  };
  const status = await verifyCommand(["--app", `${URL_OF}/`, ...args], {
    readText: read,
    fetchText: read,
    fetchFile: async (url) => {
      const path = url.slice(URL_OF.length);
      const found = path === FILE_LIST_PATH ? list : served.get(path);
      return found === undefined ? null : utf8(found);
    },
    fetch: () => Promise.reject(new Error("no witness is asked")),
    print: (line) => void printed.push(line),
    port: undefined,
    now: () => 0,
  });
  return { status, text: printed.join(""), policy };
}

test("an app that is served as the log says is the same", async () => {
  const { status, text } = await compare();
  expect(text).toContain("SAME: this address serves the app of the log.");
  expect(text).toContain(`app ${fileListHash(listOf(FILES))}`);
  expect(text).toContain("No --policy was given");
  expect(status).toBe(0);
});

test("another page is found, with the list of the log or with one of its own", async () => {
  const other = new Map(FILES).set("/", "another page");
  const hidden = await compare({ served: other, list: listOf(FILES) });
  expect(hidden.text).toContain(`/: another file, ${fileListHash("another page")}`);
  expect(hidden.status).toBe(1);
  const listed = await compare({ served: other });
  expect(listed.text).toContain(`The log has ${fileListHash(listOf(FILES))}`);
  expect(listed.status).toBe(1);
  const gone = await compare({ served: new Map([["/", "the page"]]), list: listOf(FILES) });
  expect(gone.text).toContain("/assets/a-1.js: nothing");
  expect((await compare({ list: "<!doctype html>" })).text).toContain(`No list at ${FILE_LIST_PATH}`);
});

test("a build of one's own decides whether the log has that of the sources", async () => {
  const own = await compare({ args: ["--list", "own"], texts: { own: listOf(FILES) } });
  expect([own.status, own.text.includes("FAIL")]).toEqual([0, false]);
  const other = new Map(FILES).set("/", "what the sources give");
  const found = await compare({ args: ["--list", "own"], texts: { own: listOf(other) } });
  expect(found.text).toContain(`Your build has ${fileListHash(listOf(other))}`);
  expect(found.status).toBe(1);
});

test("an entry that is not in the log of the policy proves nothing", async () => {
  const { policy } = await compare();
  const strict = policy.replace("group two 2", "group two 3");
  const found = await compare({ args: ["--policy", "p"], texts: { p: strict } });
  expect(found.text).toContain("shows no house entry of its log: no-quorum");
  expect(found.status).toBe(2);
  expect((await compare({ args: ["--policy", "p"], texts: { p: policy } })).status).toBe(0);
  expect((await compare({ args: ["--nonsense", "p"] })).text).toMatch(/^usage/u);
});
