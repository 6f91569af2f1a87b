import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeReach } from "../../testing/fake-reach.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog } from "../../i18n/i18n.ts";
import { Screen } from "./messages.tsx";

interface Request {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

let requests: Request[];
let read: Set<string>;
let messages: number;

const mail = (id: string, type: string) => ({
  id,
  type,
  title: `Title ${id}`,
  body: `First line ${id}\n<b>second</b>`,
  time: Date.UTC(2026, 10, 21, 3, 0, 0),
  read: read.has(id),
});

beforeEach(() => {
  requests = [];
  read = new Set(["2"]);
  messages = 0;
  vi.stubGlobal("fetch", (path: string, init: { body?: string }) => {
    const body: Record<string, unknown> = JSON.parse(init.body ?? "{}");
    requests.push({ path, body });
    const ids = Array.isArray(body["ids"]) ? body["ids"] : [];
    if (path.endsWith("updateReadCount"))
      for (const id of ids.length > 0 ? ids : ["1", "2"]) read.add(String(id));
    const notice = ["1", "2"].filter((id) => !read.has(id)).length;
    const unread = { notice, message: messages };
    const list = body["type"] === "notice" ? [mail("1", "notice"), mail("2", "notice")] : [];
    const data = { list, nextCursor: null, unreadMsg: notice, unread };
    return Promise.resolve(new Response(JSON.stringify({ code: 0, msg: "", data })));
  });
  fakeReach();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function show(query: object = {}) {
  const rendered = renderScreen(<Screen query={query} />, "en-US");
  await rendered;
  await loadCatalog("service");
  return rendered;
}

test("a message is read when it is opened, and shown as the plain text it is", async () => {
  await show();
  expect(await screen.findByRole("tab", { name: "Notices (1)" })).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: /Title 1/u }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(sheet.getByText(/<b>second<\/b>/u)).toBeDefined();
  await vi.waitFor(() => expect(requests.some(({ body }) => String(body["ids"]) === "1")).toBe(true));
  expect(await screen.findByRole("tab", { name: "Notices" })).toBeDefined();
});

test("a whole tab is marked at once; the other tab is empty and says so", async () => {
  await show();
  const all = await screen.findByRole("button", { name: "Mark all as read" });
  await vi.waitFor(() => expect(all.hasAttribute("disabled")).toBe(false));
  fireEvent.click(all);
  await vi.waitFor(() =>
    expect(requests.find(({ path }) => path.endsWith("updateReadCount"))?.body).toEqual({ type: "notice" }),
  );
  fireEvent.click(screen.getByRole("tab", { name: /For you/u }));
  expect(await screen.findByText("No messages")).toBeDefined();
});

test("where only messages for the player are unread, these are shown first", async () => {
  messages = 2;
  read = new Set(["1", "2"]);
  await show();
  expect(await screen.findByRole("tab", { name: "For you (2)", selected: true })).toBeDefined();
});

test("the address names the tab", async () => {
  await show({ tab: "message" });
  expect(await screen.findByText("No messages")).toBeDefined();
  expect(requests.every(({ body }) => body["type"] === "message")).toBe(true);
});

test("pulling down refetches the messages", async () => {
  await show();
  const list = await screen.findByRole("tabpanel");
  await screen.findByText("Title 1");
  const before = requests.length;
  fireEvent.touchStart(list, { touches: [{ clientX: 0, clientY: 0 }] });
  fireEvent.touchMove(list, { touches: [{ clientX: 0, clientY: 200 }] });
  fireEvent.touchEnd(list, { touches: [] });
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(before));
  expect(requests.at(-1)?.path).toContain("userMail");
});
