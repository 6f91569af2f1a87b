import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { NO_LIMITS } from "../../../testing/no-limits.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { passwordStrength } from "../../../features/password/password-strength.ts";

const posted: unknown[] = [];
const limited: unknown[] = [];
/** How often the player has answered the offer of limits without setting one. */
let reviewed = 0;
let registerReply: object = {};
let freeReply: object = {};
const relaunched = vi.hoisted((): string[] => []);
vi.mock("../../../shell/navigation.ts", () => ({
  navigation: {
    getState: () => ({ page: undefined }),
    relaunch: async (url: string) => void relaunched.push(url),
  },
}));

beforeEach(() => {
  posted.length = 0;
  limited.length = 0;
  reviewed = 0;
  relaunched.length = 0;
  registerReply = { code: 0, msg: "", data: { token: "t", jwt: "j" } };
  freeReply = { code: 0, msg: "", data: { free: true } };
  localStorage.clear();
  // An offer that a test left open.
  sessionStorage.clear();
  vi.stubGlobal("fetch", async (url: string, init: { body?: string }) => {
    if (url.startsWith("/api/user/usernameFree")) return Response.json(freeReply);
    if (url === "/api/user/limits") {
      limited.push(JSON.parse(init.body ?? ""));
      return Response.json({ code: 0, msg: "", data: NO_LIMITS });
    }
    if (url === "/api/user/limitsReviewed") {
      reviewed += 1;
      return Response.json({ code: 0, msg: "", data: { ...NO_LIMITS, reviewedAt: 1 } });
    }
    if (url === "/api/user/register") {
      posted.push(JSON.parse(init.body ?? ""));
      return Response.json(registerReply);
    }
    return Response.json({ code: 9404, msg: "", data: null }, { status: 404 });
  });
});

async function openForm(invite?: string) {
  // After the mocks, so that the screen meets them.
  const { Screen } = await import("./register.tsx");
  await renderScreen(<Screen query={invite === undefined ? {} : { invite }} />, "en-US");
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const submit = () => fireEvent.click(screen.getByRole("button", { name: "Create account" }));
  return { type, submit };
}

test("an empty form shows each rule beside its field, focuses the first and sends nothing", async () => {
  const { submit } = await openForm();
  submit();
  await screen.findByText("Username cannot be blank");
  for (const words of ["Password cannot be blank", "Withdrawal password cannot be blank"])
    screen.getByText(words);
  screen.getByText("Confirm password cannot be blank");
  screen.getByText("Please enter your date of birth");
  expect(screen.getByRole("alert").textContent).toMatch(/terms/iu);
  expect(document.activeElement).toBe(screen.getByLabelText("Username"));
  expect(posted).toEqual([]);
});

test("an invite code from a link is filled in and sent; the form is sent once, however often it is tapped", async () => {
  const { type, submit } = await openForm("LT7K2Q");
  type("Username", "minh_anh88");
  type("Password", "white lotus of May");
  type("Confirm password", "white lotus of May");
  type("Withdrawal password", "271828");
  type("Date of birth", "1990-12-31");
  fireEvent.click(screen.getByRole("checkbox"));
  submit();
  submit();
  await screen.findByRole("heading", { name: "How much do you want to recharge at most?" });
  fireEvent.click(screen.getByRole("button", { name: "Not now" }));
  await waitFor(() => expect(relaunched).toEqual(["/"]));
  // The account knows the answer, so that the recharge page does not ask again.
  await waitFor(() => expect(reviewed).toBe(1));
  expect(posted).toEqual([
    {
      invite_code: "LT7K2Q",
      username: "minh_anh88",
      password: "white lotus of May",
      password_confirmation: "white lotus of May",
      register_device: 1,
      trans_password: "271828",
      birth_date: "1990-12-31",
    },
  ]);
});

test("who has registered is offered deposit limits: set now or later, both by one button of the same size", async () => {
  const { type, submit } = await openForm();
  type("Username", "minh_anh88");
  type("Password", "white lotus of May");
  type("Confirm password", "white lotus of May");
  type("Withdrawal password", "271828");
  type("Date of birth", "1990-12-31");
  fireEvent.click(screen.getByRole("checkbox"));
  submit();
  const heading = await screen.findByRole("heading", { name: "How much do you want to recharge at most?" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(relaunched).toEqual([]);
  const [set, later] = ["Set limits", "Not now"].map((name) => screen.getByRole("button", { name }));
  expect(set?.parentElement).toBe(later?.parentElement);
  // Nothing typed: said at once, and nothing is sent.
  fireEvent.click(set ?? heading);
  expect((await screen.findByRole("alert")).textContent).toMatch(/at least one amount/u);
  type("24 hours", "5o");
  await screen.findByText(/^This is not an amount/u);
  // A reload in between shows the offer again, and not an empty form.
  await openForm();
  await screen.findByRole("heading", { name: "How much do you want to recharge at most?" });
  type("24 hours", "50");
  type("30 days", "300");
  fireEvent.click(screen.getByRole("button", { name: "Set limits" }));
  await waitFor(() => expect(relaunched).toEqual(["/"]));
  expect(sessionStorage.length).toBe(0);
  expect(limited).toEqual([
    { kind: "deposit", window: "day", amount: "50.00" },
    { kind: "deposit", window: "month", amount: "300.00" },
  ]);
});

test("a password the server refuses is reported at the field, too many accounts above the button", async () => {
  const { type, submit } = await openForm();
  type("Username", "minh_anh88");
  type("Password", "white lotus of May");
  type("Confirm password", "white lotus of May");
  type("Withdrawal password", "271828");
  type("Date of birth", "1990-12-31");
  fireEvent.click(screen.getByRole("checkbox"));
  registerReply = { code: 1006, msg: "This password is easy to guess", data: null };
  submit();
  await screen.findByText("This password is easy to guess");
  expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true");
  registerReply = { code: 1020, msg: "Many new accounts came from this network", data: { minutes: 7 } };
  type("Password", "white lotus of June");
  type("Confirm password", "white lotus of June");
  submit();
  expect((await screen.findByRole("alert")).textContent).toBe("Many new accounts came from this network");
});

test("somebody too young reads it at the date of birth, whose hint says the age", async () => {
  const { type, submit } = await openForm();
  screen.getByText("You must be 18 or older");
  expect(screen.getByLabelText("Date of birth").getAttribute("autocomplete")).toBe("bday");
  type("Username", "minh_anh88");
  type("Password", "white lotus of May");
  type("Confirm password", "white lotus of May");
  type("Withdrawal password", "271828");
  type("Date of birth", "2015-05-05");
  fireEvent.click(screen.getByRole("checkbox"));
  registerReply = { code: 1022, msg: "You must be 18 or older to play here", data: null };
  submit();
  await screen.findByText("You must be 18 or older to play here");
  expect(screen.getByLabelText("Date of birth").getAttribute("aria-invalid")).toBe("true");
});

test("after too many lookups the availability of a name is not shown, without an error", async () => {
  freeReply = { code: 1010, msg: "Too many tries. Wait 3600 s and try again", data: { seconds: 3600 } };
  const { type } = await openForm();
  type("Username", "minh_anh88");
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(screen.queryByText(/Too many tries/u)).toBeNull();
  expect(screen.queryByText("Available")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("passwords that differ are noticed even while other fields are wrong", async () => {
  const { type, submit } = await openForm();
  type("Password", "white lotus of May");
  type("Confirm password", "white lotus of June");
  submit();
  expect(await screen.findByText("The passwords entered are inconsistent")).toBeTruthy();
});

test("strength grows with length and kinds, and not with runs or the name", () => {
  expect(passwordStrength("", "minh")).toBe(0);
  expect(passwordStrength("short", "minh")).toBe(1);
  expect(passwordStrength("abcdefgh", "minh")).toBe(1);
  expect(passwordStrength("aaaaaaaaaaaa", "minh")).toBe(1);
  expect(passwordStrength("hoasenxanh", "minh")).toBe(2);
  expect(passwordStrength("white lotus 7", "minh")).toBe(3);
  expect(passwordStrength("sen-trang-thang-7", "minh")).toBe(4);
  expect(passwordStrength("minh_anh88!", "minh_anh88")).toBe(1);
});
