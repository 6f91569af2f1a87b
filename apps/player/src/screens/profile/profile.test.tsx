import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../session/session.ts";
import { SETTINGS_STORAGE_KEY, useSettings } from "../../session/settings.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog } from "../../i18n/i18n.ts";

const went = vi.hoisted((): string[] => []);
vi.mock("../../shell/navigation.ts", () => ({
  navigation: { push: async (url: string) => void went.push(url), back: async () => undefined },
}));

beforeEach(() => {
  went.length = 0;
  localStorage.clear();
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
});

test("shows who the player is, and keeps the picture they choose on this device", async () => {
  fakeServer({
    "POST /api/user/getUserInfo": {
      data: {
        id: "10000001",
        username: "minh_anh88",
        balance: "1.00",
        phone: "+84******678",
        email: "",
        lastLoginIp: "192.0.2.7",
        lastLoginTime: Date.UTC(2026, 10, 21),
        securityLevel: "medium",
      },
    },
  });
  const { Screen } = await import("./profile.tsx");
  const words = loadCatalog("account");
  await renderScreen(<Screen />, "en-US");
  await words;
  await screen.findByText("minh_anh88");
  for (const text of ["+84******678", "Not bound yet", "192.0.2.7", "Medium"]) screen.getByText(text);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Rabbit" }).checked).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: "Dragon" }));
  expect(useSettings.getState().avatar).toBe("icon_5");
  expect(localStorage.getItem(SETTINGS_STORAGE_KEY)).toContain("icon_5");
  fireEvent.click(screen.getByRole("link", { name: /E-mail/u }));
  expect(went).toEqual(["/pages-sub/settings/email"]);
});
