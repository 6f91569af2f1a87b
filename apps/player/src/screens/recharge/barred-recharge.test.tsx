import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetRegisterStop } from "../../features/protection/register-stop.ts";
import { loadCatalog, activateLocale } from "../../i18n/i18n.ts";
import { useSession } from "../../session/session.ts";
import { NO_LIMITS } from "../../testing/no-limits.ts";
import { PLAY_MONEY_CHANNEL } from "../../testing/play-money-channel.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { Screen } from "./recharge.tsx";

/** A recharge that a register, or the house's own rules, refuse: a page takes the place of the form. */

const reply = (data: unknown, code = 0, msg = "") =>
  Promise.resolve(new Response(JSON.stringify({ code, msg, data })));
let needed: { readonly needs?: "identity" };
let refused: () => Promise<Response>;

beforeEach(async () => {
  needed = {};
  await activateLocale("en-US");
  await loadCatalog("payment");
  await loadCatalog("protection");
  useSession.setState({ accessToken: "token" });
  vi.stubGlobal("fetch", (input: string) => {
    if (input.includes("makeOrder")) return refused();
    if (input.includes("rechargeChannels")) return reply([{ ...PLAY_MONEY_CHANNEL, ...needed }]);
    if (input.includes("orderList")) return reply({ list: [], nextCursor: null });
    if (input.includes("user/limits")) return reply({ ...NO_LIMITS, reviewedAt: null, reviewDue: false });
    return reply(input.includes("balance") ? "369.00" : {});
  });
});

afterEach(() => {
  useSession.setState({ accessToken: "", username: "" });
  localStorage.clear();
  forgetRegisterStop();
  vi.unstubAllGlobals();
});

const field = () => screen.findByLabelText("Amount");

/** Opens the page and asks for 500.00, which the server refuses. */
async function rechargeRefused(code: number, msg: string, data: object | null = null): Promise<void> {
  refused = () => reply(data, code, msg);
  await renderScreen(<Screen />, "en-US");
  fireEvent.change(await field(), { target: { value: "500" } });
  const submit = screen.getAllByRole("button").find((each) => each.getAttribute("type") === "submit");
  if (submit === undefined) throw new Error("no submit button");
  fireEvent.click(submit);
}

test("a register that does not answer: a calm page says that money can leave, and the player tries again", async () => {
  await rechargeRefused(3032, "a register is not answering", { retryAfterSeconds: 1 });
  expect(await screen.findByText("Play is closed for a moment")).toBeDefined();
  expect(screen.getByRole("button", { name: "Withdraw" })).toBeDefined();
  expect(screen.queryByText("a register is not answering")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await field()).toBeDefined();
});

test("an exclusion in the register: the page says whom to ask and who helps, and offers no other try", async () => {
  await rechargeRefused(3014, "excluded", { until: null, by: "register" });
  expect(await screen.findByText("You are in the exclusion register")).toBeDefined();
  expect(screen.getByText(/please ask the register/u)).toBeDefined();
  expect(screen.getByText("Who can help")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("whoever has not shown who they are is led to the check, and is told that it may be under way", async () => {
  await rechargeRefused(2032, "who are you", null);
  expect(await screen.findByRole("button", { name: "Open the identity check" })).toBeDefined();
  expect(screen.getByText(/If you have sent it/u)).toBeDefined();
  // The page takes the place of the message.
  expect(screen.queryByText("who are you")).toBeNull();
});

test("whoever has not said who they are is led there, and another login sees nothing of it", async () => {
  await rechargeRefused(3033, "who are you", null);
  expect(await screen.findByRole("button", { name: "Give name and date of birth" })).toBeDefined();
  act(() => {
    useSession.setState({ username: "somebody_else" });
  });
  expect(await field()).toBeDefined();
});

test("whoever has to show first who they are is told so before they type an amount", async () => {
  needed = { needs: "identity" };
  await renderScreen(<Screen />, "en-US");
  expect(await screen.findByRole("button", { name: "Open the identity check" })).toBeDefined();
  expect(screen.queryByLabelText("Amount")).toBeNull();
  needed = {};
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await field()).toBeDefined();
});
