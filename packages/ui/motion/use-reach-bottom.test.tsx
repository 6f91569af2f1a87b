import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useReachBottom } from "./use-reach-bottom.ts";

type Callback = (entries: { isIntersecting: boolean }[]) => void;

let margins: (string | undefined)[];
let reach: Callback;

beforeEach(() => {
  margins = [];
  reach = () => {};
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: Callback, options: { rootMargin?: string }) {
        reach = callback;
        margins.push(options.rootMargin);
      }
      observe() {}
      disconnect() {
        reach = () => {};
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function List({ onReach, enabled }: { onReach: () => void; enabled: boolean }) {
  return <div ref={useReachBottom(onReach, enabled)} />;
}

test("an endless list requests more 50 px before its end, each time it is reached", () => {
  const onReach = vi.fn<() => void>();
  const shown = render(<List onReach={onReach} enabled />);
  expect(margins).toEqual(["0px 0px 50px 0px"]);
  act(() => reach([{ isIntersecting: false }]));
  expect(onReach).not.toHaveBeenCalled();
  act(() => reach([{ isIntersecting: true }]));
  act(() => reach([{ isIntersecting: true }]));
  expect(onReach).toHaveBeenCalledTimes(2);
  shown.rerender(<List onReach={onReach} enabled={false} />);
  act(() => reach([{ isIntersecting: true }]));
  expect(onReach).toHaveBeenCalledTimes(2);
});
