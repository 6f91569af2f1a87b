import type { SessionEndReason } from "@lotus/contract";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { newDeviceId } from "../api/random-key.ts";
import { keptStorage } from "./kept-storage.ts";

/** What the app keeps of a session. A remembered password is not here: see remembered-password.ts. */
export interface SessionState {
  readonly accessToken: string;
  readonly jwtToken: string;
  /** Who logged in last; fills in the login form. */
  readonly username: string;
  /** The player asked to keep the password on this device. */
  readonly remember: boolean;
  /** Names this device to the server as a hint, never trusted alone. */
  readonly deviceId: string;
  /** Why the last session ended, where that was not asked for here: the login page says so until somebody logs in. */
  readonly ended: SessionEndReason | "";
  /** Another window has logged out. */
  readonly loggedOutElsewhere: boolean;
  /** Whether an access token is held. A guard that finds none asks the server for the player first. */
  isLoggedIn: () => boolean;
  logIn: (tokens: { token: string; jwt: string }, username: string) => void;
  /** Tokens after a refresh. */
  renew: (tokens: { token: string; jwt: string }) => void;
  /** Code 401: drops the access token, unless another has already taken its place. */
  dropAccessToken: (used: string) => void;
  /** Drops both, for a reason (code 402), or because the player has logged out. */
  dropSession: (ended?: SessionEndReason) => void;
  /** Code 401 that no refresh helps against. */
  noteExpired: () => void;
  setRemember: (remember: boolean) => void;
}

export const SESSION_STORAGE_KEY = "lotus.session";

type Kept = Pick<SessionState, "accessToken" | "jwtToken" | "username" | "remember" | "deviceId" | "ended">;

const { storage, isWritten } = keptStorage<Kept>();

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
        // What another window has stored meanwhile counts first: its new tokens must not be written over.
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

/** What the login page says of a session that is dropped here. */
function whyDropped(
  { jwtToken }: Pick<SessionState, "jwtToken">,
  ended: SessionEndReason | undefined,
): Partial<Pick<SessionState, "ended" | "loggedOutElsewhere">> {
  if (ended === undefined) return { ended: "", loggedOutElsewhere: false };
  // A call that was under way as the session ended: why it did is known.
  if (jwtToken === "") return {};
  // Told to this window alone: the one that logged out knows.
  return ended === "logout" ? { ended: "", loggedOutElsewhere: true } : { ended };
}

/** Writes a first visitor's device identifier down, so that the next visit has the same. */
export function keepDeviceId(): void {
  useSession.setState({ deviceId: useSession.getState().deviceId });
}

/**
 * Follows what other windows of this browser do to the session: a log-out in one logs out all, a log-in or a
 * refresh gives all the new tokens. `onLost` runs when this window had a session and no longer has one;
 * `onOtherPlayer` when another player logged in. Returns how to stop.
 */
export function followOtherWindows(events: { onLost: () => void; onOtherPlayer: () => void }): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== SESSION_STORAGE_KEY && event.key !== null) return;
    const before = useSession.getState();
    // localStorage answers at once, so the state is the new one when this returns.
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
