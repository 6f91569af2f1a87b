import { newDeviceId } from "@lotus/client";
import type { SessionEndReason } from "@lotus/contract";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { deviceStorage } from "./device-storage.ts";

/** Session state stored on this device. A remembered password is not here: see remembered-password.ts. */
export interface SessionState {
  readonly accessToken: string;
  readonly jwtToken: string;
  /** Username of the last login; fills in the login form. */
  readonly username: string;
  /** The player chose to have the password remembered on this device. */
  readonly remember: boolean;
  /** Identifies this device to the server as a hint; never trusted alone. */
  readonly deviceId: string;
  /** Why the last session ended, unless the player ended it here: the login page shows it until the next login. */
  readonly ended: SessionEndReason | "";
  /** Another window has logged out. */
  readonly loggedOutElsewhere: boolean;
  /** Whether there is an access token. A guard that finds none first tries to load the player. */
  isLoggedIn: () => boolean;
  logIn: (tokens: { token: string; jwt: string }, username: string) => void;
  /** Stores the tokens of a refresh. */
  renew: (tokens: { token: string; jwt: string }) => void;
  /** Code 401: drops the access token, unless it has been replaced meanwhile. */
  dropAccessToken: (used: string) => void;
  /** Drops both tokens, for a reason (code 402), or because the player has logged out. */
  dropSession: (ended?: SessionEndReason) => void;
  /** Code 401 that a refresh cannot fix. */
  noteExpired: () => void;
  setRemember: (remember: boolean) => void;
}

export const SESSION_STORAGE_KEY = "lotus.session";

type StoredSession = Pick<
  SessionState,
  "accessToken" | "jwtToken" | "username" | "remember" | "deviceId" | "ended"
>;

const { storage, isWritten } = deviceStorage<StoredSession>();

/** The session of this browser, shared by all its windows through localStorage. */
export const useSession = create<SessionState>()(
  persist(
    (set, get) => ({
      accessToken: "",
      jwtToken: "",
      username: "",
      remember: false,
      deviceId: newDeviceId(),
      ended: "",
      loggedOutElsewhere: false,
      isLoggedIn: () => get().accessToken !== "",
      logIn: ({ token, jwt }, username) =>
        set({ accessToken: token, jwtToken: jwt, username, ended: "", loggedOutElsewhere: false }),
      renew: ({ token, jwt }) => set({ accessToken: token, jwtToken: jwt }),
      dropAccessToken: (used) => {
        // Another window may have stored newer tokens: they must not be overwritten.
        if (isWritten()) void useSession.persist.rehydrate();
        if (get().accessToken === used) set({ accessToken: "" });
      },
      dropSession: (ended) => set({ accessToken: "", jwtToken: "", ...whyDropped(get(), ended) }),
      noteExpired: () => set({ ended: "expired" }),
      setRemember: (remember) => set({ remember }),
    }),
    {
      name: SESSION_STORAGE_KEY,
      version: 1,
      storage,
      partialize: ({ accessToken, jwtToken, username, remember, deviceId, ended }) => ({
        accessToken,
        jwtToken,
        username,
        remember,
        deviceId,
        ended,
      }),
    },
  ),
);

/** The reason the login page shows for a session dropped here. */
function whyDropped(
  { jwtToken }: Pick<SessionState, "jwtToken">,
  ended: SessionEndReason | undefined,
): Partial<Pick<SessionState, "ended" | "loggedOutElsewhere">> {
  if (ended === undefined) return { ended: "", loggedOutElsewhere: false };
  // The session had already ended while this call was under way: its reason is known.
  if (jwtToken === "") return {};
  // Shown in this window alone: the player knows about the one that logged out.
  return ended === "logout" ? { ended: "", loggedOutElsewhere: true } : { ended };
}

/** Stores the device identifier on the first visit, so that the next visit uses the same. */
export function persistDeviceId(): void {
  useSession.setState({ deviceId: useSession.getState().deviceId });
}

/**
 * Follows changes of the session in other windows of this browser: a log-out in one logs out all, a login or a refresh
 * gives all the new tokens. `onLost` runs when this window has lost its session, `onOtherPlayer` when another player
 * has logged in. Returns the unsubscribe function.
 */
export function followOtherWindows(events: { onLost: () => void; onOtherPlayer: () => void }): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== SESSION_STORAGE_KEY && event.key !== null) return;
    const before = useSession.getState();
    // localStorage is synchronous, so the new state is in place when this returns.
    void useSession.persist.rehydrate();
    if (event.newValue === null) useSession.getState().dropSession();
    const after = useSession.getState();
    const hadSession = before.jwtToken !== "";
    if (hadSession && after.jwtToken === "") {
      useSession.setState({ loggedOutElsewhere: true });
      events.onLost();
    } else if (hadSession && after.username !== before.username) events.onOtherPlayer();
  };
  window.addEventListener("storage", follow);
  return () => window.removeEventListener("storage", follow);
}
