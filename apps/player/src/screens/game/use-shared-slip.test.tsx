import { waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { gameStore } from "../../features/slip/game-store.ts";
import { writeSharedSlip } from "../../features/slip/shared-slip.ts";
import { loadCatalog } from "../../i18n/i18n.ts";
import { useSession } from "../../session/session.ts";
import { navigation } from "../../shell/navigation.ts";
import type { RouteQuery } from "../../shell/routes.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { useSharedSlip } from "./use-shared-slip.ts";

const toasted = vi.hoisted((): string[] => []);
vi.mock("@lotus/ui", async (original) => ({
  ...(await original<typeof import("@lotus/ui")>()),
  toast: (text: string) => void toasted.push(text),
}));

const slip = writeSharedSlip("K3", [
  { optionId: "HZ.HZ", groups: [{ code: "side", items: ["big"] }], amount: "500" } as never,
]);
const DAMAGED = "The link of this slip is damaged or cut off";
let replaced: string[];

beforeEach(() => {
  localStorage.clear();
  toasted.length = 0;
  replaced = [];
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
  gameStore("K3").getState().setOffer(null);
  vi.spyOn(navigation, "replace").mockImplementation(async (url) => {
    replaced.push(url);
    return { ok: true };
  });
});

function Page({ query }: { query: RouteQuery<"game"> }) {
  useSharedSlip(query);
  return null;
}

async function open(query: RouteQuery<"game">) {
  await renderScreen(null, "en-US");
  await loadCatalog("slips");
  await renderScreen(<Page query={query} />, "en-US");
  await waitFor(() => expect(replaced).toHaveLength(1));
}

test("the slip of a link is offered once, without a stake, and leaves the address", async () => {
  await open({ code: "K3", slip: slip ?? "" });
  expect(gameStore("K3").getState().offer).toEqual({
    from: "link",
    lines: [{ name: "HZ.HZ", optionId: "HZ.HZ", groups: [{ code: "side", items: ["big"] }] }],
  });
  expect(replaced).toEqual(["/pages-sub/game/index?code=K3"]);
  expect(toasted).toEqual([]);
});

test("a link into practice brings no slip of money, and stays in practice", async () => {
  await open({ code: "K3", practice: "1", slip: slip ?? "" });
  expect(gameStore("K3").getState().offer).toBeNull();
  expect(replaced).toEqual(["/pages-sub/game/index?code=K3&practice=1"]);
  expect(toasted).toEqual([DAMAGED]);
});

test("a link whose slip is none says so, and offers nothing", async () => {
  await open({ code: "K3", slip: "1.abc.<img src=x>" });
  expect(gameStore("K3").getState().offer).toBeNull();
  expect(replaced).toEqual(["/pages-sub/game/index?code=K3"]);
  expect(toasted).toEqual([DAMAGED]);
});
