import * as z from "zod/mini";
import { useSession } from "../../session/session.ts";
import { SENT } from "./anything-unanswered.ts";

const KINDS = [
  "recharge",
  "withdrawal",
  "cancel",
  "cancelRecharge",
  "confirmPaid",
  "chase",
  "cancelChase",
] as const;

/** What a request asks for. */
export type RequestKind = (typeof KINDS)[number];

/** A request that is kept on the device from before it is sent until its outcome is known. */
export interface KeptRequest {
  readonly key: string;
  readonly kind: RequestKind;
  /** What it is about, such as the amount: the same once more is a retry. */
  readonly of: string;
}

const saved = z.object({
  player: z.string(),
  kind: z.enum(KINDS),
  of: z.string(),
});

/** Requests of the player that this device sent without learning their outcome. */
export function keptRequests(): readonly KeptRequest[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(SENT))
      .flatMap((name) => {
        const { data } = saved.safeParse(JSON.parse(localStorage.getItem(name) ?? "null"));
        if (data?.player !== player()) return [];
        return [{ key: name.slice(SENT.length), kind: data.kind, of: data.of }];
      });
  } catch {
    // If the storage is refused or holds foreign data, nothing is known of any.
    return [];
  }
}

/**
 * Keeps a request before it is sent. A request for the same that is kept already is sent again: `again` is true, and its
 * key stays.
 */
export function keepRequest(request: KeptRequest): KeptRequest & { readonly again: boolean } {
  const before = keptRequests().find(({ kind, of }) => kind === request.kind && of === request.of);
  if (before !== undefined) return { ...before, again: true };
  const { key, kind, of } = request;
  try {
    localStorage.setItem(SENT + key, JSON.stringify({ player: player(), kind, of }));
  } catch {
    // The storage is full or refused: a window that stays open knows the key still.
  }
  return { ...request, again: false };
}

/** The outcome of a request is known. */
export function forgetRequest(key: string): void {
  try {
    localStorage.removeItem(SENT + key);
  } catch {
    // Nothing was kept.
  }
}

function player(): string {
  return useSession.getState().username.toLowerCase();
}
