import { buildLiabilities } from "@lotus/fair/testing/liability-tree";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadCatalog } from "../../i18n/i18n.ts";
import { useSession } from "../../session/session.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { BalanceCard } from "./balance-card.tsx";

const players = [1, 2, 3].map((n) => ({
  player: new Uint8Array(16).fill(n),
  cash: BigInt(n) * 1_000n,
  held: 50n,
  blind: new Uint8Array(16).fill(n),
}));

/** The line of the first player. */
async function ownLine() {
  const tree = await buildLiabilities(players, (length) => new Uint8Array(length).fill(9));
  const [own] = players;
  if (own === undefined) throw new Error("no player");
  const { line, path } = tree.proofOf(own);
  return { at: Date.UTC(2026, 10, 21), ...tree.published, ...line, ...path, depth: tree.depth };
}

/** Shows the card of a player to whom the server answers this line; resolves with the calls made so far. */
async function show(data: object | null) {
  const requests = fakeServer({ "GET /api/user/liability": { data } });
  await renderScreen(null, "en-US");
  await loadCatalog("verify");
  await renderScreen(<BalanceCard />, "en-US");
  return requests;
}

describe("the own balance in the published sum", () => {
  beforeEach(() => useSession.setState({ accessToken: "token" }));
  afterEach(() => {
    useSession.setState({ accessToken: "" });
    vi.unstubAllGlobals();
  });

  test("is worked out here, with the money that is held", async () => {
    await show(await ownLine());
    await screen.findByText("Yes, worked out on this phone");
    expect(screen.getByText(/owed all players 61\.50\. Your 10\.50 is part of it\./u)).toBeDefined();
    expect(screen.getByText(/not that it has the money/u)).toBeDefined();
  });

  test("is missed if the sum leaves some of it out", async () => {
    await show({ ...(await ownLine()), cash: "11.00" });
    await screen.findByText(/^No, it is not in the sum/u);
  });

  test("is counted from the next day on for a new player", async () => {
    await show(null);
    await screen.findByText(/next day’s sum/u);
  });

  test("is not asked for without a session", async () => {
    useSession.setState({ accessToken: "" });
    expect(await show(await ownLine())).toEqual([]);
    expect(screen.queryByText("Is your balance in the sum?")).toBeNull();
  });
});
