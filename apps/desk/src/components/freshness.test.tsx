import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { AdminContext, memoryStore } from "react-admin";
import { expect, test, vi } from "vitest";
import { i18nProvider } from "../i18n/i18n.ts";
import { Freshness } from "./freshness.tsx";
import { StateChip } from "./state-chip.tsx";

const NOBODY = {
  login: () => Promise.resolve(),
  logout: () => Promise.resolve(),
  checkAuth: () => Promise.resolve(),
  checkError: () => Promise.resolve(),
};

function show(client: QueryClient): void {
  cleanup();
  render(
    <AdminContext
      authProvider={NOBODY}
      queryClient={client}
      i18nProvider={i18nProvider}
      store={memoryStore({ locale: "en-US" })}
    >
      <Freshness>
        <StateChip tone="good" label="In time" />
      </Freshness>
    </AdminContext>,
  );
}

test("what a server does not answer for three intervals is old: said above the page, and no longer green", async () => {
  vi.useFakeTimers();
  await i18nProvider.changeLocale("en-US");
  const client = new QueryClient();
  let isFrozen = false;
  const observer = new QueryObserver(client, {
    queryKey: ["figures"],
    queryFn: () => (isFrozen ? new Promise<number>(() => undefined) : Promise.resolve(1)),
    refetchInterval: 4_000,
  });
  const stop = observer.subscribe(() => undefined);
  show(client);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText("In time")).toBeTruthy();
  isFrozen = true;
  await act(() => vi.advanceTimersByTimeAsync(18_000));
  expect(screen.getByRole("alert").textContent).toContain("The server does not answer");
  expect(screen.getByText("In time · old")).toBeTruthy();
  // Grey, and as dark as before: what is faded has less contrast than reading needs (WCAG 1.4.3).
  const faded: Element[] = [];
  for (let at: Element | null = screen.getByText("In time · old"); at !== null; at = at.parentElement) {
    if (getComputedStyle(at).opacity !== "1") faded.push(at);
  }
  expect(faded).toEqual([]);
  stop();
  vi.useRealTimers();
});

test("who comes back to a list reads no alarm while its first answer is on the way, but if none comes", async () => {
  vi.useFakeTimers();
  await i18nProvider.changeLocale("en-US");
  const client = new QueryClient();
  const answers: (() => void)[] = [];
  const options = {
    queryKey: ["list"],
    queryFn: () => new Promise<number>((answer) => answers.push(() => answer(1))),
    refetchInterval: 4_000,
  };
  const leave = new QueryObserver(client, options).subscribe(() => undefined);
  await act(() => vi.advanceTimersByTimeAsync(10));
  answers.at(-1)?.();
  show(client);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  leave();
  await act(() => vi.advanceTimersByTimeAsync(45_000));
  const stop = new QueryObserver(client, options).subscribe(() => undefined);
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(screen.queryByRole("alert")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.getByRole("alert").textContent).toContain("The server does not answer");
  stop();
  vi.useRealTimers();
});
