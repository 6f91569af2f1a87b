import { ApiError } from "@lotus/client";
import { create } from "zustand";
import { queryClient } from "../../api/query-client.ts";
import { useSession } from "../../session/session.ts";

/**
 * Why a register of the licence, or its rules, close play: the person is excluded there, it does not answer, the player
 * has not said who they are yet, or has not shown it.
 */
export type RegisterStop = "excluded" | "silent" | "person" | "identity";

/** Refusals that a page shows as a whole, in place of a message. */
export const SHOWN_AS_STOP = ["REGISTER_UNAVAILABLE", "PERSON_NEEDED", "IDENTITY_NEEDED"] as const;

interface Stopped {
  readonly stop: RegisterStop | null;
  /** Whom it concerns: another login is another person. */
  readonly username: string;
}

const useStopped = create<Stopped>(() => ({ stop: null, username: "" }));

/** The stop that a refused bet or recharge tells of, or null. */
export function registerStopOf(error: unknown): RegisterStop | null {
  if (!(error instanceof ApiError)) return null;
  const { codeName, data } = error;
  if (codeName === "REGISTER_UNAVAILABLE") return "silent";
  if (codeName === "PERSON_NEEDED") return "person";
  if (codeName === "IDENTITY_NEEDED") return "identity";
  const isRegister = typeof data === "object" && data !== null && "by" in data && data.by === "register";
  return codeName === "PLAYER_EXCLUDED" && isRegister ? "excluded" : null;
}

/** Shows the page of a register in place of play and recharges, if that is why something was refused. */
export function noteRegisterStop(error: unknown): void {
  const stop = registerStopOf(error);
  if (stop !== null) useStopped.setState({ stop, username: useSession.getState().username });
}

/** The player tries again: only the server knows whether the register lets them by now. */
export function forgetRegisterStop(): void {
  useStopped.setState({ stop: null });
  void queryClient.invalidateQueries({ queryKey: ["rechargeChannels"] });
}

/** Why a register closes play for who is logged in, or null. */
export function useRegisterStop(): RegisterStop | null {
  const { stop, username } = useStopped();
  const loggedIn = useSession((session) => session.username);
  return username === loggedIn ? stop : null;
}
