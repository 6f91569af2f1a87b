import type { WaitsForSecond } from "@lotus/contract/desk";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Desk } from "../../shell/desk.ts";
import { renderPart, TEST_IDENTITY } from "../../testing/render-part.tsx";
import { Second } from "./second.tsx";

const PLAYER = { id: "10000001", name: "anna", status: "active" } as const;
const GIFT: WaitsForSecond = {
  kind: "gift",
  id: "12",
  player: PLAYER,
  amount: "150.00",
  asked: null,
  came: null,
  about: null,
  change: null,
  role: null,
  reason: "thanks",
  note: "a long wait",
  first: { id: "9", name: "risk_1" },
  at: Date.now() - 300_000,
};

test("each pending item shows its player, its first operator and its age, and links to its page", async () => {
  const list = [
    GIFT,
    { ...GIFT, kind: "period", id: "FFC-202611210003", player: null, amount: "4431.00", asked: "200.00" },
    {
      ...GIFT,
      kind: "operator",
      id: "3",
      player: null,
      amount: null,
      about: "somebody_new",
      change: "role",
      role: "cashier",
    },
    {
      ...GIFT,
      kind: "withdrawal",
      id: "W2026112100000000001",
      first: { id: TEST_IDENTITY.id, name: "seven" },
    },
  ];
  const call = vi.fn().mockResolvedValue({ list });
  await renderPart(<Second />, { call: call as unknown as Desk["call"] });
  await screen.findByText(/you: another person decides/u);
  const rows = (await screen.findAllByRole("row")).slice(1);
  const texts = rows.map((row) => row.textContent);
  expect(texts[0]).toMatch(
    /^Gift 12anna\s?150(?:\.00)?\sKThe player reads: Thank you for being with us\. Our own note: a long waitrisk_1waiting 5 min$/u,
  );
  expect(texts[1]).toMatch(/4,431\.00\sK200\.00\sK when it was asked for/u);
  expect(texts[2]).toContain("Operator somebody_newChange role · Cashier");
  expect(texts[3]).toContain("seven · you: another person decides");
  const paths = rows.map((row) => row.querySelector("a")?.getAttribute("href"));
  expect(paths).toEqual([
    `#/gifts?filter=${encodeURIComponent('{"status":"waiting"}')}`,
    "#/periods/FFC-202611210003/show",
    "#/operators",
    "#/withdrawals/W2026112100000000001/show",
  ]);
});
