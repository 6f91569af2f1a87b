import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { openGame } from "./testing/game-screen.ts";
import { storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { ServerClient } from "./testing/server-client.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);

/** A node of the tree that screen readers read. */
interface Heard {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/** What one acts with. */
const CONTROLS = new Set(["button", "link", "tab", "radio", "checkbox", "switch", "textbox", "combobox"]);
/** What one hears before the controls in it. */
const GROUPS = new Set([
  "group",
  "region",
  "toolbar",
  "radiogroup",
  "tablist",
  "navigation",
  "complementary",
  "dialog",
  "listitem",
  "row",
]);

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let page: Page;
let devtools: CDPSession;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  client = new ServerClient(open.url);
  await client.newPlayer("hears_all", "100.00");
  const phone = await openPhone(browser, { baseURL: open.url, still: true });
  page = phone.page;
  devtools = await phone.context.newCDPSession(page);
  await storeSession(page, "hears_all");
});
afterAll(async () => {
  client.close();
  await closeWindows(browser);
  await open.close();
});

async function tree(): Promise<readonly Heard[]> {
  // The protocol's reply, of which only the fields above are read.
  const { nodes } = (await devtools.send("Accessibility.getFullAXTree")) as unknown as {
    nodes: readonly Heard[];
  };
  return nodes;
}

const roleOf = (node: Heard) => (node.ignored ? "" : (node.role?.value ?? ""));
const nameOf = (node: Heard) => node.name?.value.trim() ?? "";

/** The name of each group around a node, from outside in. */
function whereOf(node: Heard, byId: ReadonlyMap<string, Heard>): string {
  const names: string[] = [];
  for (let at = byId.get(node.parentId ?? ""); at !== undefined; at = byId.get(at.parentId ?? ""))
    if (GROUPS.has(roleOf(at)) && nameOf(at) !== "") names.unshift(nameOf(at));
  return names.join(" > ");
}

/** Controls without a name, and controls that nobody can tell apart who hears where they are. */
async function faults(): Promise<readonly string[]> {
  const nodes = await tree();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const controls = nodes.filter((node) => CONTROLS.has(roleOf(node)));
  expect(controls.length).toBeGreaterThan(10);
  const unnamed = controls
    .filter((node) => nameOf(node) === "")
    .map((node) => `without a name: ${roleOf(node)} in ${whereOf(node, byId)}`);
  const heard = Map.groupBy(controls, (node) => `${whereOf(node, byId)} > ${roleOf(node)} “${nameOf(node)}”`);
  const alike = [...heard]
    .filter(([, same]) => same.length > 1)
    .map(([words, same]) => `${same.length} ×: ${words}`);
  return [...unnamed, ...alike];
}

/** Levels of the headings, in their order. */
async function headings(): Promise<readonly number[]> {
  return (await tree())
    .filter((node) => roleOf(node) === "heading")
    .map((node) => Number(node.properties?.find(({ name }) => name === "level")?.value.value));
}

describe.each(["FFC", "K3", "PK10", "LHC"])("in %s", (game) => {
  test("each control has a name, told apart from the others where it stands", async () => {
    await openGame(page, game);
    expect(await faults()).toEqual([]);
  });

  test("there is one title, and no level of headings is left out", async () => {
    const levels = await headings();
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 1) + 1)).toEqual([]);
    const roles = (await tree()).map(roleOf);
    expect(roles.filter((role) => role === "main")).toHaveLength(1);
  });

  test("so it is on an open slip", async () => {
    await page.getByRole("tabpanel").locator("button[aria-pressed]").first().tap();
    await page.locator("[data-open-slip]").tap();
    await page.getByRole("dialog").waitFor();
    expect(await faults()).toEqual([]);
    await page.keyboard.press("Escape");
  });
});
