import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import { emitLiveEvent } from "../../live/live-events.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { Screen } from "./identity.tsx";

const NOBODY = {
  state: "asked",
  needed: true,
  neededAbove: null,
  birthDate: "1990-••-••" as string | null,
  realName: null as string | null,
  documents: [] as object[],
  triesLeft: 3,
  documentDays: 90,
};
const PASSPORT = { id: "1", kind: "passport", state: "uploaded", uploadedAt: 1 };

let identity: object;
let sent: { readonly url: string; readonly body: Record<string, string> }[];
let answer: (url: string) => object;

beforeAll(async () => {
  await activateLocale("en-US");
  await loadCatalog("identity");
});
beforeEach(() => {
  identity = NOBODY;
  sent = [];
  answer = () => ({ code: 0, msg: "", data: identity });
  vi.stubGlobal("fetch", async (url: string, init: { method?: string; body?: string }) => {
    if (init.method !== "POST") return Response.json({ code: 0, msg: "", data: identity });
    sent.push({ url, body: JSON.parse(init.body ?? "{}") });
    return Response.json(answer(url));
  });
});

const submit = () => screen.findByRole("button", { name: "Send for review" });
const choose = (name: RegExp) => {
  fireEvent.click(screen.getByRole("button", { name }));
  const file = new File(["a picture"], "passport.png", { type: "image/png" });
  fireEvent.change(screen.getByLabelText("Add"), { target: { files: [file] } });
};

test("it says what is missing, and a date that is known is not asked for again", async () => {
  await renderScreen(<Screen />, "en-US");
  await screen.findByText("This is needed before you go on");
  expect((await submit()).getAttribute("disabled")).not.toBeNull();
  screen.getByText("First tell us your name and date of birth");
  expect(screen.queryByLabelText("Date of birth")).toBeNull();
  identity = { ...NOBODY, realName: "N••• A•••" };
  fireEvent.change(screen.getByLabelText("Full name"), { target: { value: "Nguyễn An" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("N••• A•••");
  expect(sent).toEqual([{ url: "/api/user/identity", body: { real_name: "Nguyễn An" } }]);
  screen.getByText("Add a passport, an ID card or a licence");
});

test("a photo goes up at once under its kind; one that failed says so and can be sent again", async () => {
  identity = { ...NOBODY, realName: "N••• A•••" };
  answer = () => ({ code: 4002, msg: "not a picture", data: null });
  await renderScreen(<Screen />, "en-US");
  await submit();
  choose(/^Passport/u);
  await screen.findByText("Not sent. Tap to try again");
  answer = () => ({ code: 0, msg: "", data: { ...NOBODY, realName: "N••• A•••", documents: [PASSPORT] } });
  choose(/^Passport/u);
  await screen.findByText("Added");
  expect(sent.map(({ url, body }) => [url, body["kind"]])).toEqual([
    ["/api/user/identityDocument", "passport"],
    ["/api/user/identityDocument", "passport"],
  ]);
  answer = () => ({ code: 0, msg: "", data: { ...NOBODY, state: "inReview" } });
  fireEvent.click(await submit());
  await screen.findByRole("heading", { name: "We are looking at your documents" });
});

test("a page that is open learns of the decision, with its reason", async () => {
  identity = { ...NOBODY, state: "inReview" };
  await renderScreen(<Screen />, "en-US");
  await screen.findByRole("heading", { name: "We are looking at your documents" });
  identity = { ...NOBODY, state: "refused", reason: "Too dark" };
  emitLiveEvent("message", { spreadMs: 0 });
  await screen.findByText("Reason: Too dark");
  identity = { ...NOBODY, state: "verified" };
  emitLiveEvent("message", { spreadMs: 0 });
  await waitFor(() => screen.getByRole("heading", { name: "Your identity is confirmed" }));
  screen.getByText(/erased 90 days after/u);
});
