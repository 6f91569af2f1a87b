import { PAGES } from "@lotus/contract/pages";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { playLimitsQuery } from "../../features/protection/play-limits.ts";
import { queryClient } from "../../api/query-client.ts";
import { loadCatalog } from "../../i18n/i18n.ts";
import { useSession } from "../../session/session.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import { NO_LIMITS } from "../../testing/no-limits.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { Screen } from "./game.tsx";

const NOON = Date.UTC(2026, 10, 21, 5);
let practice: boolean | undefined;
let limits: typeof NO_LIMITS;

beforeEach(() => {
  practice = true;
  limits = NO_LIMITS;
  useSession.setState({ accessToken: "a", username: "minh_anh88" });
  const period = {
    gameCode: "K3",
    prizeNo: "202611210001",
    status: "open",
    openAt: NOON,
    closeAt: NOON + 50_000,
    drawAt: NOON + 60_000,
  };
  fakeServer({
    "GET /api/lottery/games": { data: { serverTime: NOON, list: [] } },
    "GET /api/lottery/rule/K3": { data: ruleTree("K3") },
    "GET /api/lottery/current/K3": { data: { ...period, serverTime: NOON } },
    "GET /api/lottery/last/K3": { data: null },
    "GET /api/user/limits": () => ({ data: limits }),
    "GET /api/app/config": () => ({
      data: {
        title: "Lotus",
        serverTime: NOON,
        features: {},
        bets: { maxLines: 200, maxBets: 100_000, maxPayoutPeriod: "0.00" },
        protection: { ...(practice !== undefined && { practice }) },
        readings: {},
      },
    }),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ accessToken: "", username: "" });
});

async function show() {
  await renderScreen(null, "en-US");
  for (const part of ["practice", "protection", "slips"] as const) await loadCatalog(part);
  queryClient.setQueryData(playLimitsQuery.queryKey, limits);
  const view = await renderScreen(<Screen query={{ code: "K3", practice: "1" }} />, "en-US");
  return view;
}

test("practice is for players alone, not during a break, and only where the rules offer it", async () => {
  // Its page is that of the game, which needs a login; an account is made with a date of birth where rules ask for one.
  expect(PAGES.game.login).toBe(true);
  await show();
  await screen.findByText("Practice: points of this device, not money");
  practice = false;
  await show();
  await screen.findByText("Practice is not offered");
  expect(screen.queryByRole("tablist")).toBeNull();
  // A server of before says nothing of it.
  practice = undefined;
  await show();
  await screen.findByText("Practice is not offered");
  practice = true;
  limits = { ...NO_LIMITS, timeOutUntil: Date.now() + 86_400_000 };
  await show();
  await screen.findByRole("heading", { name: /break/iu });
  expect(screen.queryByText("Practice: points of this device, not money")).toBeNull();
});
