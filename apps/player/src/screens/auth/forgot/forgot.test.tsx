import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeServer, type FakeAnswer } from "../../../testing/fake-server.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { loadCatalog } from "../../../i18n/i18n.ts";

const went = vi.hoisted((): string[] => []);
vi.mock("../../../shell/navigation.ts", () => ({
  navigation: {
    getState: () => ({ page: { index: 0 } }),
    relaunch: async (url: string) => void went.push(url),
    switchTab: async (url: string) => void went.push(url),
  },
}));

const NEW = "white lotus of May";
beforeEach(() => {
  went.length = 0;
  localStorage.clear();
});

async function open(): Promise<void> {
  // After the mocks, so that the screen meets them.
  const { Screen } = await import("./forgot.tsx");
  const words = loadCatalog("account");
  await renderScreen(<Screen />, "en-US");
  await words;
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const tap = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a code is asked for, and sets a new password; a wrong one is said beside its field", async () => {
  const answers: FakeAnswer[] = [{ code: 1018, msg: "The code is wrong or has expired" }];
  const requests = fakeServer({
    "POST /api/user/forgotPwd": { data: null },
    "POST /api/user/resetPwd": () => answers.shift() ?? { data: null },
  });
  await open();
  tap("Send code");
  await screen.findByText("Username cannot be blank");
  await screen.findByText("Email cannot be blank");
  type("Username", "minh_anh88");
  type("E-mail", "reader@mail.example");
  tap("Send code");
  await screen.findByText(/If reader@mail\.example is bound to this account/u);
  type("Code from the mail", "1234 5678 9012");
  type("New password", NEW);
  type("Confirm new password", NEW);
  tap("Set new password");
  await screen.findByText("The code is wrong or has expired");
  type("Code from the mail", "210987654321");
  tap("Set new password");
  await waitFor(() => expect(went).toEqual(["/pages/auth/login"]));
  expect(requests.map(({ body }) => body)).toEqual([
    { username: "minh_anh88", email: "reader@mail.example" },
    { username: "minh_anh88", code: "123456789012", password: NEW, password_confirmation: NEW },
    { username: "minh_anh88", code: "210987654321", password: NEW, password_confirmation: NEW },
  ]);
});

test("there is a way to another code, to customer service, and back to the login", async () => {
  fakeServer({ "POST /api/user/forgotPwd": { data: null } });
  await open();
  type("Username", "minh_anh88");
  type("E-mail", "reader@mail.example");
  tap("Send code");
  fireEvent.click(await screen.findByRole("button", { name: "Ask for another code" }));
  fireEvent.click(await screen.findByRole("link", { name: "Customer service" }));
  tap("Back");
  expect(went).toEqual(["/pages/tabbar/service", "/pages/auth/login"]);
});
