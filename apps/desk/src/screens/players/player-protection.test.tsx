import { DESK_CALLS, type PlayerRecord } from "@lotus/contract/desk";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Desk } from "../../shell/desk.ts";
import { renderPart } from "../../testing/render-part.tsx";
import { PlayerProtection } from "./player-protection.tsx";

test("the amount of a limit is typed as the language writes it, and sent as the server reads it", async () => {
  const protection = {
    limits: [],
    changes: [],
    timeOutUntil: null,
    excludedUntil: null,
    exclusionMonths: [6],
  };
  const call = vi.fn().mockResolvedValue(protection);
  // The part reads no more of a player.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const player = { id: "10000001", username: "anna", status: "active" } as PlayerRecord;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  await renderPart(<PlayerProtection player={player} />, { call: call as unknown as Desk["call"] });
  fireEvent.click(await screen.findByRole("button", { name: "Lower a limit" }));
  const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Lower a limit" });
  fireEvent.change(screen.getByLabelText(/^Reason/u), { target: { value: "asked by phone" } });
  const amount = screen.getByLabelText(/^Limit/u);
  for (const wrong of ["", "1.000,50", "abc"]) {
    fireEvent.change(amount, { target: { value: wrong } });
    expect([wrong, button().disabled]).toEqual([wrong, true]);
  }
  fireEvent.change(amount, { target: { value: "\u202A１,000.5\u202C" } });
  fireEvent.click(button());
  const body = { kind: "deposit", window: "day", amount: "1000.50", reason: "asked by phone" };
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(
      DESK_CALLS.tightenPlayerLimit,
      { params: { id: "10000001" }, body },
      expect.anything(),
    ),
  );
});

test("a change by the player is signed with the player's name", async () => {
  const change = {
    what: "set",
    kind: "deposit",
    window: "day",
    before: "1000.00",
    after: "500.00",
    until: null,
    operator: null,
    reason: "",
    time: Date.UTC(2026, 10, 21, 5),
  };
  const call = vi.fn().mockResolvedValue({
    limits: [],
    changes: [change],
    timeOutUntil: null,
    excludedUntil: null,
    exclusionMonths: [6],
  });
  // The part reads no more of a player.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const player = { id: "10000001", username: "anna", status: "active" } as PlayerRecord;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  await renderPart(<PlayerProtection player={player} />, { call: call as unknown as Desk["call"] });
  expect(await screen.findByRole("cell", { name: "anna (player)" })).toBeTruthy();
});
