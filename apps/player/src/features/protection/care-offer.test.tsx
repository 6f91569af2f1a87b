import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import { useSession } from "../../session/session.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import type { Care } from "./care.ts";
import { CareOffer } from "./care-offer.tsx";

let care: Care;
let sent: string[];

beforeEach(async () => {
  await activateLocale("en-US");
  await loadCatalog("protection");
  care = { level: 2, offer: true, reasons: [{ signal: "nights", value: 12 }] };
  sent = [];
  useSession.setState({ accessToken: "token" });
  vi.stubGlobal("fetch", (input: string, init: { readonly method?: string }) => {
    const { pathname } = new URL(input, "http://house");
    if (init.method === "POST") sent.push(pathname);
    return Promise.resolve(Response.json({ code: 0, msg: "", data: init.method === "POST" ? {} : care }));
  });
});
afterEach(() => {
  useSession.setState({ accessToken: "" });
  vi.unstubAllGlobals();
});

test("limits are offered with the reasons, and declining is one tap after which nothing is asked again", async () => {
  await renderScreen(<CareOffer />, "en-US");
  expect(await screen.findByText("12 nights with play after midnight")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Not now" }));
  await waitFor(() => expect(screen.queryByText("12 nights with play after midnight")).toBeNull());
  expect(sent).toEqual(["/api/user/careSeen"]);
});

test("without an offer nothing is shown", async () => {
  care = { level: 1, offer: false, reasons: [{ signal: "nights", value: 12 }] };
  await renderScreen(<CareOffer />, "en-US");
  await new Promise((resolve) => setImmediate(resolve));
  expect(screen.queryByRole("dialog")).toBeNull();
});
