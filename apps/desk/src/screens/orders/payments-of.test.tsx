import type { DeskOrderRecord } from "@lotus/contract/desk";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../../testing/render-part.tsx";
import { PaymentsOf } from "./payments-of.tsx";

test("a recharge shows the bank's text and number of each payment", async () => {
  const notice = {
    id: "100005",
    amount: "450000",
    currency: "VND",
    receivedAt: Date.UTC(2026, 10, 21, 5),
    matched: false,
    matchedBy: null,
    credit: "450.00",
    number: "FT26325000001",
    text: "NGUYEN THI THU HUONG CHUYEN TIEN",
  };
  // The part reads no more of an order.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const order = {
    id: "R2026112100000000001",
    status: "passed",
    payment: { notices: [notice] },
  } as unknown as DeskOrderRecord;
  await renderPart(<PaymentsOf order={order} />);
  for (const name of [notice.text, notice.number])
    expect(await screen.findByRole("cell", { name })).toBeTruthy();
});
