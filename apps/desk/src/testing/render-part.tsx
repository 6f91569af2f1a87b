import type { Role } from "@lotus/contract/desk";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { DeskLive } from "../live/desk-live.ts";
import { AdminContext, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { ActionDialogs } from "../actions/action-dialogs.tsx";
import { DeskContext, type Desk } from "../shell/desk.ts";
import { i18nProvider } from "../i18n/i18n.ts";

/** Who sits at the desk of a test, and what answers. */
export interface TestDesk {
  readonly role?: Role;
  /** The data provider; a component that makes no requests needs none. */
  readonly call?: Desk["call"];
  readonly dataProvider?: Partial<DataProvider>;
}

/** The identity that parts of a test see: operator 7 of a server in Saigon. */
export const TEST_IDENTITY = {
  id: "7",
  fullName: "seven",
  title: "Lotus",
  currency: "K",
  timeZone: "Asia/Ho_Chi_Minh",
  playersUrl: "http://players.test",
  clockAheadMs: 0,
  mustChangePassword: false,
};

/** For tests: renders a part of the desk in English, in place of the last. */
export async function renderPart(
  part: ReactNode,
  { role = "admin", call, dataProvider = {} }: TestDesk = {},
) {
  cleanup();
  await i18nProvider.changeLocale("en-US");
  const desk: Desk = {
    live: new DeskLive({
      fetch: () => Promise.reject(new Error("this part follows nothing")),
      token: () => "",
      locale: () => "en-US",
      random: () => 0,
      onReconnectNow: () => () => undefined,
    }),
    call: call ?? (() => Promise.reject(new Error("this part makes no call"))),
    role: () => role,
    download: () => Promise.resolve(),
    picture: () => Promise.resolve(new Blob()),
  };
  const authProvider: AuthProvider = {
    login: () => Promise.resolve(),
    logout: () => Promise.resolve(),
    checkAuth: () => Promise.resolve(),
    checkError: () => Promise.resolve(),
    getIdentity: () => Promise.resolve(TEST_IDENTITY),
    getPermissions: () => Promise.resolve(role),
  };
  return render(
    // Rendered once per test.
    // oxlint-disable-next-line react/jsx-no-constructed-context-values
    <DeskContext.Provider value={desk}>
      <AdminContext
        authProvider={authProvider}
        // A component uses only what its test provides; anything else throws and fails it.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        dataProvider={dataProvider as DataProvider}
        i18nProvider={i18nProvider}
        store={memoryStore({ locale: "en-US" })}
      >
        <ActionDialogs>{part}</ActionDialogs>
      </AdminContext>
    </DeskContext.Provider>,
  );
}
