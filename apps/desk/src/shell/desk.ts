import type { Role } from "@lotus/contract/desk";
import { createContext, useContext } from "react";
import type { DeskLive } from "../live/desk-live.ts";
import type { CallDesk } from "../api/desk-client.ts";

/** Services for the screens: the calls, and the signed-in operator. */
export interface Desk {
  readonly call: CallDesk;
  /** The live events of the server. */
  readonly live: DeskLive;
  /** The signed-in operator's role; undefined before sign-in. */
  readonly role: () => Role | undefined;
  /** Fetches one of the desk's files with the session's token. */
  readonly download: (path: string, query: Readonly<Record<string, string | undefined>>) => Promise<void>;
  /** Fetches a picture by its path at the desk. */
  readonly picture: (path: string) => Promise<Blob>;
}

export const DeskContext = createContext<Desk | undefined>(undefined);

/** The desk that the app was opened with. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === undefined) throw new Error("no desk around this part");
  return desk;
}
