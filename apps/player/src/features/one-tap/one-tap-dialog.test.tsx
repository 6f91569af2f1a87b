import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import { useSession } from "../../session/session.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { useSlipHabits } from "../slip/slip-habits.ts";
import { OneTapDialog } from "./one-tap-dialog.tsx";

const onClose = vi.fn();
const chosen = () => useSlipHabits.getState().oneTap;
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const type = (value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(/^At most per tap/u), { target: { value } }));

async function show() {
  await activateLocale("en-US");
  await loadCatalog("oneTap");
  await renderScreen(<OneTapDialog open onClose={onClose} />, "en-US");
}

beforeEach(() => {
  onClose.mockReset();
  useSlipHabits.getState().setOneTap(null);
  useSession.setState({ username: "Lan" });
});

test("it is off until a player switches it on, with 50.00 as the most", async () => {
  await show();
  expect(screen.queryByLabelText(/^At most per tap/u)).toBeNull();
  await act(async () => void fireEvent.click(screen.getByRole("switch")));
  await press("Save");
  expect(chosen()).toEqual({ player: "lan", most: "50" });
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ["", "Please enter an amount"],
  ["0", "Please enter an amount"],
  ["1000.01", "1,000.00 at most"],
])("a most of “%s” is refused and changes nothing", async (typed, words) => {
  await show();
  await act(async () => void fireEvent.click(screen.getByRole("switch")));
  await type(typed);
  await press("Save");
  expect(screen.getByText(words)).toBeTruthy();
  expect(chosen()).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

test("switched off it is off, and the choice of another player of the device stays theirs", async () => {
  useSlipHabits.getState().setOneTap({ player: "lan", most: "20" });
  await show();
  await act(async () => void fireEvent.click(screen.getByRole("switch")));
  await press("Save");
  expect(chosen()).toBeNull();
  useSlipHabits.getState().setOneTap({ player: "minh", most: "20" });
  await show();
  await press("Save");
  expect(chosen()).toEqual({ player: "minh", most: "20" });
});
