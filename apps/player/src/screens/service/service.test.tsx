import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../session/session.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog } from "../../i18n/i18n.ts";
import { Screen } from "./service.tsx";

let sent: { path: string; key: string | null; body: Record<string, unknown> }[];
let failing: boolean;
/** Whether the conversation cannot be read after a line was written. */
let unreadable: boolean;

const line = (id: string, from: string, text: string) => ({
  id,
  from,
  text,
  picture: null,
  time: 1_795_000_000_000,
});

beforeEach(() => {
  sent = [];
  failing = false;
  unreadable = false;
  vi.stubGlobal("fetch", (path: string, init: { method?: string; body?: string; headers?: HeadersInit }) => {
    if (init.method === "POST") {
      const body: Record<string, unknown> = JSON.parse(init.body ?? "{}");
      sent.push({ path, key: new Headers(init.headers).get("Idempotency-Key"), body });
      if (failing && path.endsWith("/write")) return Promise.reject(new TypeError("network"));
    }
    const written = sent.filter((each) => each.path.endsWith("/write")).length;
    const mine = line("3", "player", "And now?");
    if (unreadable && written > 0 && path.includes("/api/service/conversation"))
      return Promise.reject(new TypeError("network"));
    const list = [
      ...(written > 0 && !failing ? [mine] : []),
      line("2", "desk", "On its way"),
      line("1", "player", "<i>hi</i>"),
    ];
    const data = path.includes("/api/service/conversation")
      ? { list, nextCursor: null, status: "open", unread: 1, readByDesk: "1" }
      : path.endsWith("/write")
        ? mine
        : {};
    return Promise.resolve(new Response(JSON.stringify({ code: 0, msg: "", data })));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ accessToken: "" });
});

async function show() {
  await renderScreen(<Screen />, "vi-VN");
  await loadCatalog("service");
}

test("help is public and searchable without diacritics; an article opens", async () => {
  await show();
  fireEvent.change(await screen.findByRole("searchbox"), { target: { value: "rut tien the nao" } });
  const found = await screen.findByRole("button", { name: "Rút tiền thế nào?" });
  expect(screen.queryByRole("button", { name: "Nạp tiền thế nào?" })).toBeNull();
  fireEvent.click(found);
  expect(within(await screen.findByRole("dialog")).getByText(/mật khẩu rút tiền/u)).toBeDefined();
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "qqq" } });
  expect(await screen.findByText("Không tìm thấy")).toBeDefined();
});

test("without a session the login page is opened", async () => {
  await show();
  fireEvent.click(screen.getByRole("tab", { name: "Trò chuyện" }));
  expect(await screen.findByRole("button", { name: "Đăng nhập" })).toBeDefined();
  expect(sent).toEqual([]);
});

test("lines are shown in order as plain text and marked as read, and an answer is sent", async () => {
  useSession.setState({ accessToken: "t" });
  await show();
  fireEvent.click(screen.getByRole("tab", { name: "Trò chuyện" }));
  const chat = await screen.findByRole("list", { name: "Trò chuyện" });
  const texts = within(chat)
    .getAllByRole("listitem")
    .map((item) => item.textContent);
  expect([texts[0]?.includes("<i>hi</i>"), texts[1]?.includes("On its way")]).toEqual([true, true]);
  await vi.waitFor(() => expect(sent.find(({ path }) => path.endsWith("/read"))?.body).toEqual({ to: "2" }));
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "And now?" } });
  fireEvent.click(screen.getByRole("button", { name: "Gửi" }));
  expect(await screen.findByText("And now?", { selector: "p" })).toBeDefined();
  expect(sent.find(({ path }) => path.endsWith("/write"))?.body).toEqual({ text: "And now?" });
});

test("the Enter that ends a word sends nothing, the next one sends the line", async () => {
  useSession.setState({ accessToken: "t" });
  await show();
  fireEvent.click(screen.getByRole("tab", { name: "Trò chuyện" }));
  const field = await screen.findByRole("textbox");
  fireEvent.change(field, { target: { value: "你好" } });
  // Safari fires keydown after compositionend.
  fireEvent.compositionEnd(field, { data: "你好" });
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  fireEvent.change(field, { target: { value: "你好吗" } });
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  await vi.waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe(""));
  const written = sent.filter(({ path }) => path.endsWith("/write")).map(({ body }) => body);
  expect(written).toEqual([{ text: "你好吗" }]);
});

test("a draft that could not be sent stays and is retried with the same key", async () => {
  useSession.setState({ accessToken: "t" });
  failing = true;
  await show();
  fireEvent.click(screen.getByRole("tab", { name: "Trò chuyện" }));
  const field = await screen.findByRole("textbox");
  fireEvent.change(field, { target: { value: "And now?" } });
  const writes = () => sent.filter(({ path }) => path.endsWith("/write"));
  for (let tries = 1; tries <= 2; tries += 1) {
    fireEvent.click(await screen.findByRole("button", { name: "Gửi" }));
    await vi.waitFor(() => expect(writes()).toHaveLength(tries));
    expect(screen.getByDisplayValue("And now?")).toBeDefined();
  }
  expect(new Set(writes().map(({ key }) => key)).size).toBe(1);
});

test("a line that was sent is shown, even if the conversation cannot be read again", async () => {
  unreadable = true;
  useSession.setState({ accessToken: "t" });
  await show();
  fireEvent.click(screen.getByRole("tab", { name: "Trò chuyện" }));
  const chat = await screen.findByRole("list", { name: "Trò chuyện" });
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "And now?" } });
  fireEvent.click(screen.getByRole("button", { name: "Gửi" }));
  await within(chat).findByText("And now?");
  expect(sent.filter(({ path }) => path.endsWith("/write"))).toHaveLength(1);
});
