import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { Screen } from "./settings.tsx";

const went = vi.hoisted((): string[] => []);
vi.mock("../../shell/navigation.ts", () => ({
  navigation: { push: async (url: string) => void went.push(url), back: async () => undefined },
}));

test.each([
  ["Login password", "login_pwd"],
  ["Withdrawal password", "withdraw_pwd"],
  ["Phone number", "phone"],
  ["E-mail", "email"],
  ["Bank card", "bank_card"],
  ["Digital wallet", "wallet"],
  ["Withdrawal addresses", "withdraw_addr"],
])("%s has its page", async (title, page) => {
  went.length = 0;
  await renderScreen(<Screen />, "en-US");
  fireEvent.click(screen.getByText(title));
  expect(went).toEqual([`/pages-sub/settings/${page}`]);
});

test("the version of the app is 2.1.0", async () => {
  await renderScreen(<Screen />, "en-US");
  expect(screen.getByText("2.1.0")).toBeDefined();
});
