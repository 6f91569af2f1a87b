import { useEffect, useState } from "react";
import { serverClock } from "../../api/server-clock.ts";
import { useSession } from "../../session/session.ts";
import { PLAY_SESSION_KEY, type PlaySession, playSessionAt } from "./play-session.ts";

const NOTE_EVERY_MS = 30_000;

function current(username: string): PlaySession {
  return playSessionAt(localStorage.getItem(PLAY_SESSION_KEY), username, Math.floor(serverClock.now()));
}

function store(session: PlaySession): void {
  try {
    localStorage.setItem(PLAY_SESSION_KEY, JSON.stringify(session));
  } catch {
    // Without storage the session is that of this page.
  }
}

/** The session of play while a game page is open, and what notes an answered reality check in all windows. */
export function usePlaySession(): { readonly session: PlaySession; readonly answer: () => void } {
  const username = useSession((state) => state.username);
  const [session, setSession] = useState(() => current(username));
  useEffect(() => {
    const note = () => {
      const now = current(username);
      store(now);
      setSession(now);
    };
    const follow = (event: StorageEvent) => {
      if (event.key === PLAY_SESSION_KEY) setSession(current(username));
    };
    note();
    const timer = setInterval(note, NOTE_EVERY_MS);
    window.addEventListener("storage", follow);
    return () => {
      clearInterval(timer);
      window.removeEventListener("storage", follow);
    };
  }, [username]);
  const answer = () => {
    const now = { ...current(username), answeredAt: Math.floor(serverClock.now()) };
    store(now);
    setSession(now);
  };
  return { session, answer };
}
