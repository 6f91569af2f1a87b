import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { appConfigQuery } from "../../queries/app-config.ts";
import { useSession } from "../../session/session.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

const went = vi.hoisted((): string[] => []);
vi.mock("../../shell/navigation.ts", () => ({
  navigation: { relaunch: async (url: string) => void went.push(url) },
}));
const toasts = vi.hoisted((): string[] => []);
vi.mock("../../shell/notify.ts", () => ({ notifyError: (text: string) => void toasts.push(text) }));
const forgotten = vi.hoisted((): string[] => []);
vi.mock("../../session/remembered-password.ts", () => ({
  forgetPassword: async () => void forgotten.push("forgotten"),
}));
const ask = vi.hoisted(() => vi.fn());
vi.mock("@simplewebauthn/browser", () => ({
  startAuthentication: ask,
  startRegistration: vi.fn(),
  WebAuthnAbortService: { cancelCeremony: vi.fn() },
}));

const OPTIONS = {
  challenge: "c",
  rpId: "localhost",
  timeout: 1,
  userVerification: "required",
  allowCredentials: [],
};
const ANSWER = {
  id: "AAAA",
  response: { clientDataJSON: "BB", authenticatorData: "CC", signature: "DD", userHandle: "EE" },
};
const LOGGED_IN = { data: { token: "access", jwt: "renewal", username: "minh_anh88" } };

beforeEach(() => {
  went.length = 0;
  toasts.length = 0;
  forgotten.length = 0;
  ask.mockReset();
  vi.stubGlobal("PublicKeyCredential", () => undefined);
  useSession.setState({ accessToken: "", jwtToken: "", username: "" });
});

async function openLogin(passkeysAt: string | undefined = location.origin): Promise<void> {
  const { PasskeyLogin } = await import("./passkey-login.tsx");
  await renderScreen(<PasskeyLogin redirect="/pages-sub/record/betting" />, "en-US");
  // Of the configuration only this is read here.
  await act(async () => {
    queryClient.setQueryData(appConfigQuery.queryKey, { passkeysAt, features: {} } as never);
  });
}
const button = () => screen.queryByRole("button", { name: "Use a passkey" });

test("a tap logs in whoever the passkey is of, and leads to where the player wanted to go", async () => {
  const requests = fakeServer({
    "POST /api/user/passkeyLoginOptions": { data: OPTIONS },
    "POST /api/user/passkeyLogin": LOGGED_IN,
  });
  ask.mockResolvedValue(ANSWER);
  useSession.setState({ username: "somebody_else" });
  await openLogin();
  fireEvent.click(await screen.findByRole("button", { name: "Use a passkey" }));
  await waitFor(() => expect(went).toEqual(["/pages-sub/record/betting"]));
  expect(useSession.getState()).toMatchObject({
    accessToken: "access",
    jwtToken: "renewal",
    username: "minh_anh88",
  });
  expect(requests.at(-1)?.body).toEqual({
    assertion: {
      credential_id: "AAAA",
      client_data_json: "BB",
      authenticator_data: "CC",
      signature: "DD",
      user_handle: "EE",
    },
  });
  // What was remembered is the password of another player.
  expect(forgotten).toEqual(["forgotten"]);
});

test("a request that is cancelled is said so, logs nobody in, and can be made again", async () => {
  fakeServer({
    "POST /api/user/passkeyLoginOptions": { data: OPTIONS },
    "POST /api/user/passkeyLogin": LOGGED_IN,
  });
  ask.mockRejectedValueOnce(Object.assign(new Error("no"), { name: "NotAllowedError" }));
  await openLogin();
  fireEvent.click(await screen.findByRole("button", { name: "Use a passkey" }));
  await waitFor(() => expect(toasts).toEqual(["Cancelled or timed out. Nothing was changed."]));
  expect(useSession.getState().isLoggedIn()).toBe(false);
  ask.mockResolvedValue(ANSWER);
  fireEvent.click(await screen.findByRole("button", { name: "Use a passkey" }));
  await waitFor(() => expect(useSession.getState().isLoggedIn()).toBe(true));
});

test("the list of the browser is offered where it has one, and only there", async () => {
  fakeServer({
    "POST /api/user/passkeyLoginOptions": { data: OPTIONS },
    "POST /api/user/passkeyLogin": LOGGED_IN,
  });
  ask.mockResolvedValue(ANSWER);
  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(() => undefined, { isConditionalMediationAvailable: async () => true }),
  );
  await openLogin();
  await waitFor(() => expect(went).toHaveLength(1));
  expect(ask).toHaveBeenCalledWith(expect.objectContaining({ useBrowserAutofill: true }));
});

test.each([
  ["the server has none", undefined],
  ["the app is open at another address", "https://elsewhere.example"],
])("there is no button where %s", async (_, passkeysAt) => {
  fakeServer({});
  await openLogin(passkeysAt ?? "");
  expect(button()).toBeNull();
});

test("there is no button in a browser that has no passkeys", async () => {
  fakeServer({});
  vi.stubGlobal("PublicKeyCredential", undefined);
  await openLogin();
  expect(button()).toBeNull();
});
