import { SESSION_END_REASONS } from "@lotus/contract";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../session/session.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

const went = vi.hoisted((): string[] => []);
vi.mock("../../shell/navigation.ts", () => ({
  navigation: {
    push: async (url: string) => void went.push(url),
    switchTab: async (url: string) => void went.push(url),
    relaunch: async (url: string) => void went.push(url),
  },
}));
const remembered = vi.hoisted((): string[] => []);
vi.mock("../../session/remembered-password.ts", () => ({
  canRemember: () => true,
  rememberedPassword: async () => undefined,
  rememberPassword: async (username: string, password: string) =>
    void remembered.push(`${username}: ${password}`),
  forgetPassword: async () => void remembered.splice(0),
}));

beforeEach(() => {
  went.length = 0;
  remembered.length = 0;
  localStorage.clear();
  useSession.setState({
    accessToken: "",
    jwtToken: "",
    username: "",
    remember: false,
    ended: "",
    loggedOutElsewhere: false,
  });
});

async function openForm() {
  // After the mocks, so that the screen meets them.
  const { Screen } = await import("./login.tsx");
  await renderScreen(<Screen query={{}} />, "en-US");
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole("button", { name: "Log in" }));

test("an empty form shows each rule at its field, focuses the first and sends nothing", async () => {
  const requests = fakeServer({});
  await openForm();
  submit();
  await screen.findByText("Username cannot be blank");
  screen.getByText("Password cannot be blank");
  expect(document.activeElement).toBe(screen.getByLabelText("Username"));
  expect(requests.filter(({ path }) => path.startsWith("POST"))).toEqual([]);
});

test("login success stores the access token and jwt; the password is kept only if remember is chosen", async () => {
  fakeServer({ "POST /api/user/login": { data: { token: "access", jwt: "renewal" } } });
  await openForm();
  type("Username", "minh_anh88");
  type("Password", "white lotus of May");
  submit();
  await waitFor(() => expect(went).toEqual(["/"]));
  expect(useSession.getState()).toMatchObject({
    accessToken: "access",
    jwtToken: "renewal",
    username: "minh_anh88",
    remember: false,
  });
  expect(remembered).toEqual([]);

  await openForm();
  type("Password", "white lotus of May");
  fireEvent.click(screen.getByRole("checkbox"));
  submit();
  await waitFor(() => expect(went).toHaveLength(2));
  expect(useSession.getState().remember).toBe(true);
  expect(remembered).toEqual(["minh_anh88: white lotus of May"]);
});

test("a wrong name or password is reported at the password, and nobody is logged in", async () => {
  fakeServer({ "POST /api/user/login": { code: 1002, msg: "Wrong username or password" } });
  await openForm();
  type("Username", "minh_anh88");
  type("Password", "not this one");
  submit();
  await screen.findByText("Wrong username or password");
  expect(useSession.getState().isLoggedIn()).toBe(false);
});

test("the ways on: forgotten password, registration, customer service, terms", async () => {
  fakeServer({});
  await openForm();
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(
    expect.arrayContaining([
      "/pages/auth/forgot",
      "/pages/auth/register",
      "/pages/tabbar/service",
      "/pages/legal/terms",
    ]),
  );
});

test("shows why a session ended until the next login, and nothing to a new visitor", async () => {
  fakeServer({ "POST /api/user/login": { data: { token: "access", jwt: "renewal" } } });
  useSession.getState().logIn({ token: "a", jwt: "b" }, "minh_anh88");
  useSession.getState().dropSession("password");
  await openForm();
  expect(screen.getByRole("status").textContent).toBe("The password was changed. Log in with the new one.");
  type("Password", "white lotus of May");
  submit();
  await waitFor(() => expect(went).toEqual(["/"]));
  expect(screen.queryByRole("status")).toBeNull();
});

test("each reason has its own words, and none blames another device for what customer service did", async () => {
  fakeServer({});
  await openForm();
  const said = new Map<string, string>();
  for (const reason of SESSION_END_REASONS) {
    act(() => void useSession.setState({ ended: reason }));
    said.set(reason, screen.getByRole("status").textContent);
  }
  expect(new Set(said.values()).size).toBe(SESSION_END_REASONS.length);
  expect(Object.fromEntries(said)).toMatchObject({
    device: "You logged this device out from another one.",
    desk: "Customer service ended this session.",
    idle: "You were logged out because this device was not used for a long time.",
  });
});

test("a log-out in another window is shown in this one, an own one is not", async () => {
  fakeServer({});
  useSession.getState().logIn({ token: "a", jwt: "b" }, "minh_anh88");
  useSession.getState().dropSession();
  await openForm();
  expect(screen.queryByRole("status")).toBeNull();
  useSession.setState({ loggedOutElsewhere: true });
  await screen.findByText("You logged out in another window.");
});
