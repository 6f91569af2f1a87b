import type { PaymentNoticeRow } from "@lotus/contract/desk";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-part.tsx";
import { Candidates, DifferenceFrom } from "./candidates.tsx";
import { difference } from "./difference.ts";

const CANDIDATE: PaymentNoticeRow["candidates"][number] = {
  order: "R2026112800000000003",
  player: { id: "10000001", name: "anna", status: "active" },
  status: "pendingReview",
  amount: "150000.00",
  due: "150000000",
  createdAt: 0,
  fits: ["reference", "amount"],
};
const PAYMENT = { id: "5", amount: "150000000", currency: "VND", candidates: [CANDIDATE] };

test("a candidate of exactly the amount is matched by one click, with why on record", async () => {
  const call = vi.fn(() => Promise.resolve({}));
  await renderPart(<Candidates payment={PAYMENT} />, { role: "cashier", call: call as never });
  expect(screen.getByRole("listitem").textContent).toContain("reference, not for certain, amount and time");
  fireEvent.click(screen.getByRole("button", { name: "Match" }));
  await waitFor(() => expect(call).toHaveBeenCalledOnce());
  expect(call.mock.calls[0]).toMatchObject([
    { path: "/desk/api/paymentNotices/:id/match" },
    {
      params: { id: "5" },
      body: { order_no: CANDIDATE.order, reason: "Candidate: reference, not for certain, amount and time" },
    },
    {},
  ]);
});

test("one of another amount shows the difference first", async () => {
  const call = vi.fn(() => Promise.resolve({}));
  const payment = { ...PAYMENT, amount: "1500000", candidates: [{ ...CANDIDATE, fits: ["name" as const] }] };
  await renderPart(<Candidates payment={payment} />, { role: "cashier", call: call as never });
  fireEvent.click(screen.getByRole("button", { name: "Match" }));
  expect(screen.getByRole("dialog").textContent).toContain("148,500,000 VND less than the 150,000,000 due");
  expect(call).not.toHaveBeenCalled();
});

test("so does an order that is typed", async () => {
  const order = { payment: { due: "1000000", currency: "VND" } };
  await renderPart(<DifferenceFrom payment={{ ...PAYMENT, amount: "1500000" }} orderNo={CANDIDATE.order} />, {
    call: (() => Promise.resolve(order)) as never,
  });
  expect((await screen.findByRole("alert")).textContent).toContain("500,000 VND more than the 1,000,000 due");
});

test("who may not match reads candidates, and has no button", async () => {
  await renderPart(<Candidates payment={PAYMENT} />, { role: "support" });
  expect(screen.getByRole("link", { name: CANDIDATE.order })).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});

test("differences are exact to the last decimal of a coin", () => {
  expect(difference("0.00049380", "0.0004938")).toEqual({ way: "same", amount: "0" });
  expect(difference("0.00049381", "0.0004938")).toEqual({ way: "more", amount: "0.00000001" });
  expect(difference("1500000", "150000000")).toEqual({ way: "less", amount: "148500000" });
});
