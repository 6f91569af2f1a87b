import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { emitLiveEvent } from "../live/live-events.ts";
import { startLive } from "../live/live.ts";
import { useSession } from "../session/session.ts";
import { fakeServer } from "../testing/fake-server.ts";
import { renderScreen } from "../testing/render-screen.tsx";
import { AppTabBar } from "./app-tab-bar.tsx";

vi.mock("./navigation.ts", () => ({ navigation: { switchTab: async () => undefined } }));

beforeEach(() => {
  localStorage.clear();
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
});

test("the count of unread messages on the last tab follows the server while the app is open", async () => {
  let unreadMsg = 1;
  fakeServer({
    "POST /api/user/getUserInfo": () => ({
      data: { id: "1", balance: "1.00", username: "minh_anh88", unreadMsg },
    }),
  });
  startLive();
  await renderScreen(<AppTabBar current="home" />, "en-US");
  await screen.findByText(/1 unread message$/u);
  unreadMsg = 3;
  act(() => emitLiveEvent("message", { spreadMs: 0 }));
  await screen.findByText(/3 unread messages/u);
  unreadMsg = 0;
  act(() => emitLiveEvent("message", { spreadMs: 0 }));
  await vi.waitFor(() => expect(screen.queryByText(/unread/u)).toBeNull());
});
