import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeServer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog } from "../../i18n/i18n.ts";

const went = vi.hoisted((): string[] => []);
vi.mock("../../shell/navigation.ts", () => ({
  navigation: { relaunch: async (url: string) => void went.push(url) },
}));
const TOKEN = "A".repeat(43);

beforeEach(() => {
  went.length = 0;
});

async function open(token?: string): Promise<void> {
  // After the mocks, so that the screen meets them.
  const { Screen } = await import("./confirm-email.tsx");
  const words = loadCatalog("account");
  await renderScreen(<Screen query={token === undefined ? {} : { token }} />, "en-US");
  await words;
}

const confirm = async () => fireEvent.click(await screen.findByRole("button", { name: "Confirm" }));

test("a link that is opened changes nothing before its button is pressed", async () => {
  const requests = fakeServer({ "POST /api/user/confirmEmail": { data: { email: "r***@mail.example" } } });
  await open(TOKEN);
  await screen.findByRole("button", { name: "Confirm" });
  expect(requests).toEqual([]);
});

test("the button binds the address of the link, asked once", async () => {
  const requests = fakeServer({ "POST /api/user/confirmEmail": { data: { email: "r***@mail.example" } } });
  await open(TOKEN);
  await confirm();
  await screen.findByText("r***@mail.example is bound to your account.");
  fireEvent.click(screen.getByRole("button", { name: "Go to the app" }));
  expect(went).toEqual(["/"]);
  expect(requests).toEqual([{ path: "POST /api/user/confirmEmail", body: { token: TOKEN } }]);
});

test.each([
  [1017, "This link was used", /used or has expired/u],
  [1014, "This e-mail belongs to another account", /belongs to another account/u],
])("a link that does not work says why (%i)", async (code, msg, words) => {
  fakeServer({ "POST /api/user/confirmEmail": { code, msg } });
  await open(TOKEN);
  await confirm();
  await screen.findByText("This link does not work");
  await screen.findByText(words);
});

test("a link without a token sends nothing", async () => {
  const requests = fakeServer({});
  await open();
  await screen.findByText("This link does not work");
  expect(requests).toEqual([]);
});
