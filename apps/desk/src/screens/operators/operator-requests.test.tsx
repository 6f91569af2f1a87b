import type { OperatorRequestRecord } from "@lotus/contract/desk";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Desk } from "../../shell/desk.ts";
import { renderPart } from "../../testing/render-part.tsx";
import { OperatorRequests } from "./operator-requests.tsx";

const REQUEST: OperatorRequestRecord = {
  id: "3",
  kind: "role",
  operator: { id: "12", name: "hoa" },
  role: "cashier",
  reason: "more hands on Sundays",
  status: "waiting",
  askedBy: { id: "9", name: "lan.anh" },
  askedAt: Date.now() - 60_000,
  expiresAt: Date.now() + 86_400_000,
  decidedBy: null,
  decidedAt: null,
};

test("the second admin's dialog says who asks, for what, for whom, for which role and why", async () => {
  const call = vi.fn().mockResolvedValue({ list: [REQUEST], admins: 2, nextCursor: null });
  await renderPart(<OperatorRequests onHalf={() => undefined} />, { call: call as unknown as Desk["call"] });
  fireEvent.click(await screen.findByRole("button", { name: "Confirm" }));
  expect((await screen.findByRole("dialog")).textContent).toContain(
    "lan.anh asks for: Change role · hoa · Cashier. Reason: more hands on Sundays",
  );
});
