import { DESK_CALLS, type PaymentNoticeRow } from "@lotus/contract/desk";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-part.tsx";
import { noteText } from "../../features/told-text.ts";
import { Candidates, SameMoney } from "./candidates.tsx";
import { difference } from "./difference.ts";
import { Match } from "./match.tsx";

const CANDIDATE: PaymentNoticeRow["candidates"][number] = {
  order: "R2026112800000000003",
  player: { id: "10000001", name: "anna", status: "active" },
  status: "pendingReview",
  amount: "150000.00",
  due: "150000000",
  createdAt: 0,
  fits: ["referenceNear", "amount", "name"],
};
const PAYMENT: PaymentNoticeRow = {
  id: "5",
  state: "open",
  result: "unmatched",
  channel: "bank",
  amount: "150000000",
  currency: "VND",
  reference: "ANNA",
  receivedAt: 0,
  order: null,
  player: null,
  finishedAt: null,
  operator: null,
  reason: null,
  candidates: [CANDIDATE],
  undoable: false,
};

test("a candidate of exactly the amount is matched by one click, with why on record", async () => {
  const call = vi.fn(() => Promise.resolve({}));
  await renderPart(<Candidates payment={PAYMENT} />, { role: "cashier", call: call as never });
  const item = screen.getByRole("listitem");
  expect(item.textContent).toContain("similar reference, same amount, same name");
  // One notation of money in a row.
  expect(item.textContent).toContain("150,000,000 VND");
  expect(item.textContent).not.toContain("150,000.00");
  fireEvent.click(screen.getByRole("button", { name: "Match" }));
  await waitFor(() => expect(call).toHaveBeenCalledOnce());
  expect(call.mock.calls[0]).toMatchObject([
    { path: "/desk/api/paymentNotices/:id/match" },
    {
      params: { id: "5" },
      body: {
        order_no: CANDIDATE.order,
        reason: "candidate referenceNear amount name",
      },
    },
    {},
  ]);
});

test("one of a near amount says by how much it differs, and shows it again before it is matched", async () => {
  const call = vi.fn(() => Promise.resolve({}));
  const candidates = [{ ...CANDIDATE, fits: ["amountNear" as const, "nameNear" as const] }];
  const payment = { ...PAYMENT, amount: "148500000", candidates };
  await renderPart(<Candidates payment={payment} />, { role: "cashier", call: call as never });
  expect(screen.getByRole("listitem").textContent).toContain("1,500,000\u00a0VND less, similar name");
  fireEvent.click(screen.getByRole("button", { name: "Match" }));
  expect(screen.getByRole("dialog").textContent).toContain("1,500,000 VND less than the 150,000,000 due");
  expect(call).not.toHaveBeenCalled();
});

test("one of a player on a break is not matched before it is said what that means", async () => {
  const call = vi.fn(() => Promise.resolve({}));
  const onBreak = { kind: "exclusion" as const, until: null };
  const candidates = [{ ...CANDIDATE, player: { ...CANDIDATE.player, onBreak } }];
  await renderPart(<Candidates payment={{ ...PAYMENT, candidates }} />, {
    role: "cashier",
    call: call as never,
  });
  fireEvent.click(screen.getByRole("button", { name: "Match" }));
  expect(screen.getByRole("dialog").textContent).toMatch(
    /Excluded\. Nothing can be credited while it lasts/u,
  );
  expect(call).not.toHaveBeenCalled();
});

test("by hand the recharge is searched, chosen from what is found, and compared", async () => {
  const found = { ...CANDIDATE, order: "R2026112800000000044", due: "148000000", fits: [] };
  const call = vi.fn((spec: unknown) =>
    Promise.resolve(spec === DESK_CALLS.findForPayment ? { list: [found] } : {}),
  );
  await renderPart(
    <Match payment={PAYMENT} summary="150,000,000 VND" outcome={() => Promise.resolve(undefined)} />,
    { role: "cashier", call: call as never },
  );
  fireEvent.click(screen.getByRole("button", { name: "Match to a recharge" }));
  const dialog = within(screen.getByRole("dialog"));
  const field = dialog.getByRole("combobox", { name: /^Find the recharge/u });
  fireEvent.change(field, { target: { value: "anna" } });
  fireEvent.click(await screen.findByRole("option", { name: /R2026112800000000044/u }));
  expect(call.mock.calls[0]).toMatchObject([
    { path: "/desk/api/paymentNotices/:id/find" },
    { params: { id: "5" }, body: { text: "anna" } },
    {},
  ]);
  expect(dialog.getByRole("alert").textContent).toContain("2,000,000 VND more than the 148,000,000 due");
  fireEvent.change(dialog.getByLabelText(/^Reason/u), { target: { value: "by telephone" } });
  fireEvent.click(dialog.getByRole("button", { name: "Match to a recharge" }));
  await waitFor(() =>
    expect(call.mock.calls.at(-1)).toMatchObject([
      { path: "/desk/api/paymentNotices/:id/match" },
      { body: { order_no: found.order, reason: "by telephone" } },
      {},
    ]),
  );
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

test("the money of an order passed by hand is closed as that by one click", async () => {
  const call = vi.fn(() => Promise.resolve({}));
  await renderPart(<SameMoney payment={PAYMENT} />, { role: "cashier", call: call as never });
  fireEvent.click(screen.getByRole("button", { name: "It is the same money: close" }));
  await waitFor(() => expect(call).toHaveBeenCalledOnce());
  expect(call.mock.calls[0]).toMatchObject([
    { path: "/desk/api/paymentNotices/:id/close" },
    { params: { id: "5" }, body: { reason: "sameMoney" } },
    {},
  ]);
});

test("what a click wrote is shown in words, and what somebody wrote as it is", () => {
  const t = ((key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`) as never;
  expect(noteText("sameMoney", t)).toContain("payment.click.sameMoney");
  expect(noteText("candidate amount name", t)).toMatch(/payment\.matchedAs.*fits\.amount.*fits\.name/u);
  expect(noteText("candidate was wrong", t)).toBe("candidate was wrong");
});
