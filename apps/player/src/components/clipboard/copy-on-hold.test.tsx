import { hideToast, ToastHost } from "@lotus/ui";
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { CopyOnHold } from "./copy-on-hold.tsx";
import { CopyValue } from "./copy-value.tsx";

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(async () => {
  writeText.mockReset();
  writeText.mockResolvedValue();
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  // jsdom lacks the old way of copying.
  Object.defineProperty(document, "execCommand", { value: () => false, configurable: true });
  await renderScreen(
    <>
      <CopyOnHold value="R0001">number</CopyOnHold>
      <CopyValue label="Copy order number" value="R0001" />
      <p data-testid="long">
        <CopyOnHold value="B202611210000000007">B202611210000000007</CopyOnHold>
      </p>
      <ToastHost />
    </>,
    "en-US",
  );
  vi.useFakeTimers();
});
afterEach(() => {
  act(hideToast);
  vi.useRealTimers();
});

const held = () => screen.getByText("number");
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const status = () => screen.getByRole("status").textContent;

test("long press of 350 ms copies, and a toast says so", async () => {
  fireEvent.pointerDown(held());
  await pass(349);
  expect(writeText).not.toHaveBeenCalled();
  await pass(1);
  expect(writeText).toHaveBeenCalledWith("R0001");
  expect(status()).toBe("Copied");
});

test("a shorter press, or one that moves, copies nothing", async () => {
  fireEvent.pointerDown(held());
  await pass(300);
  fireEvent.pointerUp(held());
  await pass(1000);
  fireEvent.pointerDown(held(), { clientX: 0, clientY: 0 });
  fireEvent.pointerMove(held(), { clientX: 0, clientY: 30 });
  await pass(1000);
  expect(writeText).not.toHaveBeenCalled();
});

test("a copy button does the same for keyboards and screen readers", async () => {
  fireEvent.click(screen.getByRole("button", { name: "Copy order number" }));
  await pass(0);
  expect(writeText).toHaveBeenCalledWith("R0001");
  expect(status()).toBe("Copied");
});

test("if the clipboard is not available while pressing, the copy is made on release", async () => {
  writeText.mockRejectedValueOnce(new Error("no gesture"));
  fireEvent.touchStart(held());
  fireEvent.pointerDown(held());
  await pass(350);
  expect(status()).toBe("");
  fireEvent.pointerUp(held());
  fireEvent.touchEnd(held());
  await pass(0);
  expect(writeText).toHaveBeenCalledTimes(2);
  expect(status()).toBe("Copied");
});

test("a browser that refuses permanently is reported", async () => {
  writeText.mockRejectedValue(new Error("never"));
  fireEvent.click(screen.getByRole("button", { name: "Copy order number" }));
  await pass(0);
  expect(status()).toBe("The browser did not allow copying");
});

test("a long number is read in groups, and copied without gaps", async () => {
  const long = screen.getByTestId("long");
  expect([...long.querySelectorAll("span > span")].map((group) => group.textContent)).toEqual([
    "B20261121",
    "00000",
    "00007",
  ]);
  expect(long.textContent).toBe("B202611210000000007");
});
