import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-screen.tsx";

const PAGE = (entry: string) => `<script src="/boot.js" data-app="/assets/index-${entry}.js"></script>`;

let served: string;

beforeEach(() => {
  served = PAGE("1");
  // The running page, as the build wrote it.
  document.head.innerHTML = PAGE("1");
  vi.stubGlobal("fetch", async () => new Response(served));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a new version is offered, never applied automatically, and can be postponed", async () => {
  // Imported late: the running version is read once, at import.
  const { appVersion } = await import("./app-version.ts");
  const { NewVersion } = await import("./new-version.tsx");
  await renderScreen(<NewVersion />, "en-US");
  await act(async () => void (await appVersion.check()));
  expect(screen.queryByRole("status")).toBeNull();
  served = PAGE("2");
  await act(async () => void (await appVersion.check()));
  expect(screen.getByRole("status").textContent).toContain("A new version is there");
  screen.getByRole("button", { name: "Reload" });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("status")).toBeNull();
});
