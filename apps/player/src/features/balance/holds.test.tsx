import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../session/session.ts";
import { useSettings } from "../../session/settings.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { BalancePill } from "./balance-pill.tsx";
import { PlayerBalance } from "./player-balance.tsx";

let holds: object[] | undefined;
beforeEach(() => {
  useSession.setState({ accessToken: "token" });
  vi.stubGlobal("fetch", (input: string) => {
    const data = input.includes("getUserInfo") ? { balance: "40.00", holds } : "40.00";
    return Promise.resolve(Response.json({ code: 0, msg: "", data }));
  });
});
afterEach(() => {
  useSession.setState({ accessToken: "" });
  useSettings.getState().setBalanceHidden(false);
  vi.unstubAllGlobals();
});

test("what is held stands under the balance, each with what holds it", async () => {
  holds = [
    { kind: "withdrawal", amount: "60.00" },
    { kind: "chase", amount: "20.00" },
    { kind: "a-kind-of-a-newer-server", amount: "1.00" },
  ];
  await renderScreen(<PlayerBalance />, "en-US");
  expect(
    await screen.findByText("60.00 held for withdrawal · 20.00 held for chases · 1.00 held"),
  ).toBeDefined();
  await renderScreen(<BalancePill />, "en-US");
  expect(await screen.findByText(/60\.00 held for withdrawal, 20\.00 held for chases/u)).toBeDefined();
});

test("nothing is said where nothing is held, by an older server, or while the balance is hidden", async () => {
  holds = [];
  await renderScreen(<PlayerBalance />, "en-US");
  await screen.findByText("40.00");
  expect(screen.queryByText(/held/u)).toBeNull();
  holds = undefined;
  await renderScreen(<PlayerBalance />, "en-US");
  await screen.findByText("40.00");
  expect(screen.queryByText(/held/u)).toBeNull();
  holds = [{ kind: "withdrawal", amount: "60.00" }];
  useSettings.getState().setBalanceHidden(true);
  await renderScreen(<PlayerBalance />, "en-US");
  await vi.waitFor(() => expect(screen.queryByText("40.00")).toBeNull());
  expect(screen.queryByText(/held/u)).toBeNull();
});
