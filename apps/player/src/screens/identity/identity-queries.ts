import { CALLS, type DocumentKind, type Identity } from "@lotus/contract";
import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "../../api/query-client.ts";
import { PICTURE_TIMEOUT_MS, pictureToSend } from "../../components/shrink-picture.ts";
import { QUOTE_KEY } from "../../features/payout/payout-queries.ts";
import { api } from "../../session/api.ts";

/** How far the house knows who the player is. */
export const identityQuery = queryOptions({
  queryKey: ["identity"],
  queryFn: ({ signal }): Promise<Identity> => api.call(CALLS.identity, {}, { signal, hideErrors: true }),
});

/** Shows what a call has answered. */
export function showIdentity(identity: Identity): void {
  queryClient.setQueryData(identityQuery.queryKey, identity);
  // What a withdrawal needs may be another thing by now.
  void queryClient.invalidateQueries({ queryKey: QUOTE_KEY });
}

/** Uploads a photo of a document in place of another of its kind. */
export async function sendDocument({ kind, file }: { kind: DocumentKind; file: File }): Promise<Identity> {
  const body = { kind, data: await pictureToSend(file) };
  return api.call(CALLS.identityDocument, { body }, { timeoutMs: PICTURE_TIMEOUT_MS });
}
