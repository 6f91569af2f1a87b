import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { TabBar, type TabBarItem } from "./tab-bar.tsx";

afterEach(cleanup);

const items: TabBarItem<"home" | "mine">[] = [
  { key: "home", label: "Home", href: "/", icon: null, iconOn: null },
  {
    key: "mine",
    label: "Account",
    href: "/mine",
    icon: null,
    iconOn: null,
    badge: 3,
    badgeLabel: "3 unread",
  },
];

test("tapping a tab switches to it; tapping the active one does nothing", () => {
  const onSelect = vi.fn<(key: string) => void>();
  render(<TabBar items={items} current="home" onSelect={onSelect} label="Main" />);
  fireEvent.click(screen.getByRole("link", { name: "Home" }));
  expect(onSelect).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("link", { name: /^Account/u }));
  expect(onSelect.mock.calls).toEqual([["mine"]]);
});

test("the active tab is announced as the current page", () => {
  render(<TabBar items={items} current="mine" onSelect={() => undefined} label="Main" />);
  expect(screen.getByRole("link", { current: "page" }).textContent).toContain("Account, 3 unread");
});
