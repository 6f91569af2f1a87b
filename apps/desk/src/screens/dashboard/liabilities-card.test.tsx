import { DESK_CALLS } from "@lotus/contract/desk";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Desk } from "../../shell/desk.ts";
import { renderPart } from "../../testing/render-part.tsx";
import { LiabilitiesCard } from "./liabilities-card.tsx";

const NEWEST = {
  at: Date.UTC(2026, 10, 21, 5),
  root: "ab".repeat(32),
  sum: "1250.50",
  players: 1_234,
  received: "2000.00",
};

async function renderCard(newest: typeof NEWEST | null, role: "risk" | "support" = "risk") {
  const call = vi.fn((spec: { readonly path: string }) =>
    Promise.resolve(spec === DESK_CALLS.runLiabilities ? NEWEST : newest),
  );
  await renderPart(<LiabilitiesCard />, { role, call: call as unknown as Desk["call"] });
  return call;
}

test("what is owed is shown beside what came in, with its root and moment", async () => {
  await renderCard(NEWEST);
  expect(await screen.findByText(/^Covered at /u)).toBeTruthy();
  const text = document.body.textContent;
  for (const part of ["1,250.50", "2,000", "1,234", NEWEST.root, "2026"]) expect(text).toContain(part);
});

test("what came in less what went out says when that was, as what is owed does", async () => {
  await renderCard(NEWEST);
  const at = "21/11/2026, 12:00";
  for (const figure of ["Owed to players", "Recharges less withdrawals", "Players"])
    expect(await screen.findByText(new RegExp(`^${figure} at ${at}`, "u"))).toBeTruthy();
});

test("only a sum of the last minutes says that all is covered now", async () => {
  await renderCard({ ...NEWEST, at: Date.now() - 60_000 });
  expect(await screen.findByText("Covered")).toBeTruthy();
});

test("less received than owed is marked", async () => {
  await renderCard({ ...NEWEST, received: "1250.49" });
  expect(await screen.findByText("Received is less than owed")).toBeTruthy();
});

test("without a run the card says so, and the button runs one", async () => {
  const call = await renderCard(null);
  expect(await screen.findByText("Not run yet")).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Run now" }));
  const buttons = await screen.findAllByRole("button", { name: "Run now", hidden: true });
  const confirm = buttons.at(-1);
  if (confirm === undefined) throw new Error("the dialog has a button");
  fireEvent.click(confirm);
  await vi.waitFor(() => expect(call.mock.calls.map(([spec]) => spec)).toContain(DESK_CALLS.runLiabilities));
});

test("a role that may not run it sees the button disabled", async () => {
  await renderCard(NEWEST, "support");
  const button = await screen.findByRole("button", { name: "Run now" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
});
