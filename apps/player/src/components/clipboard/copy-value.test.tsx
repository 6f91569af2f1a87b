import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { CopyValue } from "./copy-value.tsx";

const toasts = vi.hoisted((): string[] => []);
vi.mock("../../shell/notify.ts", () => ({
  notify: (text: string) => void toasts.push(text),
  notifySuccess: (text: string) => void toasts.push(`success: ${text}`),
}));

afterEach(() => void toasts.splice(0));

async function copy(writeText: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  await renderScreen(<CopyValue label="Copy ID" value="10000001" />, "en-US");
  fireEvent.click(screen.getByRole("button", { name: "Copy ID" }));
}

test("a copy is confirmed", async () => {
  const writeText = vi.fn(async () => undefined);
  await copy(writeText);
  await vi.waitFor(() => expect(toasts).toEqual(["success: Copied"]));
  expect(writeText).toHaveBeenCalledWith("10000001");
});

test("and the rest is not", async () => {
  await copy(() => Promise.reject(new Error("denied")));
  await vi.waitFor(() => expect(toasts).toEqual(["The browser did not allow copying"]));
});
