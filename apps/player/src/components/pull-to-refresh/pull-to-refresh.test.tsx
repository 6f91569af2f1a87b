import { act, fireEvent, screen } from "@testing-library/react";
import { useQuery } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { PullToRefresh } from "./pull-to-refresh.tsx";
import { useRefresh } from "./use-refresh.ts";

const onRefresh = vi.fn<() => void>();

beforeEach(() => {
  onRefresh.mockClear();
  Object.defineProperty(window, "scrollY", { value: 0, configurable: true });
});

/** Pulls the list down by a finger's way in pixels, and lets go. */
function pull(px: number, sidewaysPx = 0): void {
  const list = screen.getByText("list");
  fireEvent.touchStart(list, { touches: [{ clientX: 100, clientY: 100 }] });
  fireEvent.touchMove(list, { touches: [{ clientX: 100 + sidewaysPx, clientY: 100 + px }] });
  fireEvent.touchEnd(list, { touches: [] });
}
const show = () =>
  renderScreen(
    <PullToRefresh busy={false} onRefresh={onRefresh} button>
      list
    </PullToRefresh>,
    "en-US",
  );

test("pulled far enough at the top, the page refreshes; a little, upwards or sideways, it does not", async () => {
  await show();
  pull(111);
  pull(-200);
  pull(150, 160);
  expect(onRefresh).not.toHaveBeenCalled();
  pull(112);
  expect(onRefresh).toHaveBeenCalledTimes(1);
});

test("below the top a pull scrolls", async () => {
  await show();
  Object.defineProperty(window, "scrollY", { value: 40, configurable: true });
  pull(300);
  expect(onRefresh).not.toHaveBeenCalled();
});

test("a button does the same for keyboards and screen readers", async () => {
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect(onRefresh).toHaveBeenCalledTimes(1);
});

test("a refresh refetches the data of the page and is busy until the response", async () => {
  const answers: ((count: number) => void)[] = [];
  const queryFn = () => new Promise<number>((resolve) => void answers.push(resolve));
  function Page() {
    const refresh = useRefresh();
    const { data } = useQuery({ queryKey: ["count"], queryFn, staleTime: Infinity });
    return (
      <PullToRefresh {...refresh} button>
        {`count ${String(data)}`}
      </PullToRefresh>
    );
  }
  await renderScreen(<Page />, "en-US");
  await act(async () => answers[0]?.(1));
  await screen.findByText("count 1");
  const button = screen.getByRole("button", { name: "Refresh" });
  fireEvent.click(button);
  expect(button.getAttribute("aria-busy")).toBe("true");
  await act(async () => answers[1]?.(2));
  await screen.findByText("count 2");
  await vi.waitFor(() => expect(button.getAttribute("aria-busy")).toBe("false"));
});
