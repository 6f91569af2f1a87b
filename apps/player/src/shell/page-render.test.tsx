import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useSession } from "../session/session.ts";
import { fakeScreens } from "../testing/fake-screens.ts";
import { renderScreen } from "../testing/render-screen.tsx";
import { navigation, provideScreens } from "./navigation.ts";
import { PageView } from "./page-view.tsx";
import { href } from "./routes.ts";

let renders = 0;
const Counted = () => {
  renders += 1;
  return null;
};

test("a tap that opens another page says that it is loading, and renders the page it was made on not once more", async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  let release = () => {};
  let gate: Promise<void> | undefined;
  provideScreens(
    fakeScreens(async () => {
      await gate;
      return { Screen: Counted };
    }),
  );
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh");
  await navigation.relaunch(href("home"));
  await renderScreen(<PageView wideFrame={() => null} />, "en-US");
  const before = renders;
  expect(before).toBeGreaterThan(0);
  gate = new Promise((open) => (release = open));
  let opened: ReturnType<typeof navigation.push> | undefined;
  await act(async () => {
    opened = navigation.push(href("report"));
  });
  expect(screen.getByRole("status", { name: "Loading" })).toBeDefined();
  expect(renders).toBe(before);
  await act(async () => {
    release();
    await opened;
  });
  expect(screen.queryByRole("status", { name: "Loading" })).toBeNull();
  expect(renders).toBeGreaterThan(before);
});
