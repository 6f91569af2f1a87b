import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-screen.tsx";
import { LoadFailure, PageBoundary } from "./load-failure.tsx";
import { PageStack } from "./page-stack.ts";

afterEach(() => void vi.restoreAllMocks());

test("a page that failed to load says so, and a tap anywhere on it reloads", async () => {
  const onReload = vi.fn<() => void>();
  await renderScreen(<LoadFailure onReload={onReload} />, "en-US");
  const page = screen.getByRole("button");
  expect(page.textContent).toMatch(/This page did not load.*Tap to reload/u);
  fireEvent.click(page);
  expect(onReload).toHaveBeenCalledOnce();
});

test("it has its picture, once that is loaded", async () => {
  const { container } = await renderScreen(<LoadFailure onReload={() => undefined} />, "en-US");
  await vi.waitFor(() => expect(container.querySelector("[data-pond=petal]")).not.toBeNull());
});

test("without the picture, which needs the network, the words remain", async () => {
  vi.resetModules();
  vi.doMock("../artwork/lotus-pond.tsx", () => {
    throw new Error("no network");
  });
  const { LoadFailure: Without } = await import("./load-failure.tsx");
  const { renderScreen: render } = await import("../testing/render-screen.tsx");
  const { container } = await render(<Without onReload={() => undefined} />, "en-US");
  await vi.waitFor(() => expect(container.querySelector("button > span")?.childElementCount).toBe(0));
  expect(screen.getByRole("button").textContent).toContain("Tap to reload");
  vi.doUnmock("../artwork/lotus-pond.tsx");
});

test("a screen that breaks becomes that page and leaves the app standing", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error("broken");
  };
  const onReload = vi.fn<() => void>();
  await renderScreen(
    <PageBoundary onReload={onReload}>
      <Broken />
    </PageBoundary>,
    "en-US",
  );
  fireEvent.click(screen.getByText("This page did not load"));
  expect(onReload).toHaveBeenCalledOnce();
});

test("a reload fetches the page again", async () => {
  const reload = vi.fn<() => void>();
  const pages = new PageStack({
    // Of the browser's `location` only the reload is under test.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    window: {
      history,
      location: { reload } as unknown as Location,
      scrollY: 0,
      addEventListener: () => undefined,
    },
    loadScreen: async () => ({ Screen: () => null }),
    isPlayer: async () => true,
    report: () => undefined,
    show: (_movement, apply) => apply(),
    forget: () => undefined,
    startTab: () => 0,
    newKey: () => "key",
  });
  await pages.retry();
  expect(reload).toHaveBeenCalledOnce();
});
