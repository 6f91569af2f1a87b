import type { DeskDecision } from "@lotus/contract/desk";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../testing/render-part.tsx";
import { Decisions } from "./decisions.tsx";

test("a decision says who, what, what the player reads and what was noted for colleagues", async () => {
  const decision: DeskDecision = {
    action: "recharge.cancel",
    operator: { id: "9", name: "lan.anh" },
    at: Date.UTC(2026, 10, 21, 5),
    amount: null,
    told: "otherAmount",
    note: "asked the bank to send it back",
  };
  await renderPart(<Decisions list={[decision]} />);
  const [, row] = await screen.findAllByRole("row");
  for (const part of ["Cancel recharge", "lan.anh", "asked the bank to send it back"])
    expect(row?.textContent).toContain(part);
  expect(row?.textContent).not.toContain("otherAmount");
});
