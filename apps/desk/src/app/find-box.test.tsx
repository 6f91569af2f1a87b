import { DESK_CALLS, type Found } from "@lotus/contract/desk";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useLocation } from "react-router-dom";
import { expect, test, vi } from "vitest";
import type { Desk } from "../shell/desk.ts";
import { renderPart } from "../testing/render-part.tsx";
import { FindBox } from "./find-box.tsx";

const ANNA = { id: "10000001", name: "anna", status: "active" } as const;

function Where() {
  const { pathname, search } = useLocation();
  return <p data-testid="where">{`${pathname}${search}`}</p>;
}

/** Opens the search by its keys and looks for a text. */
async function find(text: string, list: readonly Found[], meant = text) {
  const call = vi.fn().mockResolvedValue({ list });
  await renderPart(
    <>
      <FindBox />
      <Where />
    </>,
    { call: call as unknown as Desk["call"] },
  );
  fireEvent.keyDown(window, { key: "k", ctrlKey: true });
  const field = await screen.findByRole("searchbox");
  fireEvent.change(field, { target: { value: text } });
  fireEvent.click(screen.getByRole("button", { name: "Find" }));
  await waitFor(() => expect(call).toHaveBeenCalledWith(DESK_CALLS.find, { body: { text: meant } }));
}

test.each([
  [
    { kind: "bet", id: "B2026112100000000001", player: ANNA },
    "/players/10000001/show?bet=B2026112100000000001",
  ],
  [
    { kind: "withdrawal", id: "W2026112100000000001", player: ANNA },
    "/withdrawals/W2026112100000000001/show",
  ],
  [{ kind: "period", id: "FFC-202611210003", player: null }, "/periods/FFC-202611210003/show"],
  [{ kind: "conversation", id: "10000001", player: ANNA }, "/conversations?open=10000001"],
] as const)("one thing that is found is gone to: %o", async (one, path) => {
  await find(one.id, [one]);
  await waitFor(() => expect(screen.getByTestId("where").textContent).toBe(path));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("several are listed, each with its link; the empty state says so", async () => {
  await find("anna", [
    { kind: "player", id: ANNA.id, player: ANNA },
    { kind: "conversation", id: ANNA.id, player: ANNA },
  ]);
  const links = await screen.findAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    "Player 10000001 · anna",
    "Conversation 10000001 · anna",
  ]);
  await find("B1", []);
  expect(await screen.findByText("Nothing goes by “B1”")).toBeDefined();
});

test("what comes from a contact or another keyboard is looked for as it is meant", async () => {
  await find("\u202A+84 ９１２‑345 678\u202C\u3000", [], "+84 912-345 678");
});
