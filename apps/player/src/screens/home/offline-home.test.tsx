import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { emitLiveEvent, setLiveState } from "../../live/live-events.ts";
import { startLive } from "../../live/live.ts";
import { createGameStore } from "../../features/slip/game-store.ts";
import { useSession } from "../../session/session.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { Screen } from "./home.tsx";

vi.mock("../../shell/navigation.ts", () => ({
  navigation: { push: async () => undefined, switchTab: async () => undefined },
}));

let reachable: boolean;
const sent = {
  idempotencyKey: "0".repeat(32),
  prizeNo: "202611210601",
  version: 1,
  amount: "2.00",
  lines: [],
};

beforeEach(() => {
  reachable = false;
  localStorage.clear();
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
  vi.stubGlobal("fetch", async (url: string) => {
    if (!reachable || url.includes("/stream")) throw new TypeError("Failed to fetch");
    const data = url.includes("/lottery/games") ? { serverTime: 0, list: [] } : null;
    return Response.json({ code: data === null ? 9404 : 0, msg: "", data });
  });
});

test("without a network nothing is claimed about money; an unanswered slip is called that", async () => {
  await renderScreen(<Screen />, "en-US");
  await screen.findByText(/Check your connection/u);
  expect(document.body.textContent).not.toMatch(/charged|not certain/u);
  // Another player's slip is nobody else's to check.
  createGameStore("K3", localStorage, "thu_ha77").getState().setAttempt(sent);
  await renderScreen(<Screen />, "en-US");
  expect(screen.queryByText(/not certain/u)).toBeNull();
  createGameStore("FFC", localStorage, "minh_anh88").getState().setAttempt(sent);
  await renderScreen(<Screen />, "en-US");
  await screen.findByText("It is not certain that the slip arrived.");
  screen.getByRole("button", { name: "Check" });
});

test("the page recovers with the network, whether a stream or a poll reached the server", async () => {
  startLive();
  for (const backAgain of [
    () => emitLiveEvent("hello", { serverTime: 0, missed: false }),
    () => setLiveState("polling"),
  ]) {
    reachable = false;
    await renderScreen(<Screen />, "en-US");
    await screen.findByText(/Check your connection/u);
    act(() => setLiveState("offline"));
    reachable = true;
    act(backAgain);
    await waitFor(() => expect(screen.queryByText(/Check your connection/u)).toBeNull());
  }
});

test("an event ends the offline state that the browser reported", async () => {
  const channel = new BroadcastChannel("lotus.live");
  startLive();
  await renderScreen(<Screen />, "en-US");
  act(() => setLiveState("offline"));
  await screen.findByText(/results below may be old/u);
  // A BroadcastChannel reaches this origin alone and takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage({ kind: "event", name: "balance", data: { balance: "1.00" } });
  await waitFor(() => expect(screen.queryByText(/results below may be old/u)).toBeNull());
  channel.close();
});
