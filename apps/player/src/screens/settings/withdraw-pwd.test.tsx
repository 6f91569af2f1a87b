import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeServer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog } from "../../i18n/i18n.ts";
import { Screen } from "./withdraw-pwd.tsx";

const went = vi.hoisted((): string[] => []);
vi.mock("../../shell/navigation.ts", () => ({ navigation: { back: async () => void went.push("back") } }));
const toasts = vi.hoisted((): string[] => []);
vi.mock("../../shell/notify.ts", () => ({ notifySuccess: (text: string) => void toasts.push(text) }));

test("after a change of the withdrawal password a message is shown and the page is left", async () => {
  const requests = fakeServer({ "POST /api/user/updateTransPwd": { data: null } });
  await renderScreen(<Screen />, "en-US");
  await loadCatalog("account");
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type("Current withdrawal password", "280915");
  type("New withdrawal password", "271828");
  type("Confirm new withdrawal password", "271828");
  fireEvent.click(screen.getByRole("button", { name: "Change withdrawal password" }));
  await vi.waitFor(() => expect(went).toEqual(["back"]));
  expect(toasts).toEqual(["Withdrawal password changed"]);
  const sent = requests.filter(({ path }) => path.startsWith("POST"));
  expect(sent.map(({ body }) => body)).toEqual([
    { old_pwd: "280915", password: "271828", password_confirmation: "271828" },
  ]);
});
