import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-screen.tsx";
import { Screen } from "./coming-soon.tsx";

vi.mock("./navigation.ts", () => ({
  navigation: { switchTab: async () => undefined, back: async () => undefined },
  usePages: () => ({ page: { name: "limits" } }),
}));

test('a page that is not open yet shows "coming soon" under its own title', async () => {
  await renderScreen(<Screen />, "en-US");
  expect(screen.getByText("Coming soon")).toBeDefined();
  expect(screen.getByText("Play limits")).toBeDefined();
});
