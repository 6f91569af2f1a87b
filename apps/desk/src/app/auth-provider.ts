import { DESK_CALLS, ROLES, type Role } from "@lotus/contract/desk";
import type { AuthProvider } from "react-admin";
import type { CallDesk } from "../api/desk-client.ts";
import { endsSession } from "../api/desk-error.ts";
import type { Credentials } from "../screens/sign-in/sign-in.tsx";
import type { Identity } from "../shell/use-config.ts";
import type { SessionStore } from "../session/session.ts";

/** The role of a session, if it is one this app knows. */
export function roleOf(store: SessionStore): Role | undefined {
  const role = store.get()?.role;
  return ROLES.find((known) => known === role);
}

/** Provides the signed-in operator to react-admin. A token that the server no longer accepts leads back to sign-in. */
export function createAuthProvider(store: SessionStore, call: CallDesk): AuthProvider {
  return {
    login: async (credentials: Credentials) => {
      const { token, operator } = await call(DESK_CALLS.signIn, { body: { ...credentials } });
      store.set({ token, name: operator.name, role: operator.role });
    },
    logout: async () => {
      const signedIn = store.get() !== undefined;
      // Whether or not the request succeeds, every window drops the token.
      if (signedIn) await call(DESK_CALLS.signOut, {}).catch(() => undefined);
      store.end();
    },
    checkAuth: async () => {
      if (!(await store.takeOver())) throw new Error("ra.auth.auth_check_error");
    },
    checkError: (error: unknown) => {
      if (!endsSession(error)) return Promise.resolve();
      store.drop();
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    },
    getIdentity: async (): Promise<Identity> => {
      const { operator, house, second } = await call(DESK_CALLS.me, {});
      return {
        id: operator.id,
        fullName: operator.name,
        title: house.title,
        currency: house.currency.symbol,
        timeZone: house.timeZone,
        playersUrl: house.playersUrl,
        clockAheadMs: house.serverTime - Date.now(),
        mustChangePassword: operator.mustChangePassword,
        second,
      };
    },
    getPermissions: () => Promise.resolve(roleOf(store)),
  };
}
