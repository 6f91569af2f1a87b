import { newIdempotencyKey } from "@lotus/client";
import { CALLS, type CallData } from "@lotus/contract";
import { tidyTyped } from "@lotus/money";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { queryClient } from "../../api/query-client.ts";
import { api } from "../../session/api.ts";
import { useSession } from "../../session/session.ts";
import { dataAddressOf, PICTURE_TIMEOUT_MS, pictureToSend } from "../../components/shrink-picture.ts";

export type ChatPage = CallData<typeof CALLS.serviceConversation>;

const CHAT_KEY = ["service", "chat"] as const;

/** The conversation, newest line first, page by page. */
export const chatQuery = infiniteQueryOptions({
  queryKey: CHAT_KEY,
  initialPageParam: "",
  queryFn: ({ signal, pageParam }): Promise<ChatPage> =>
    api.call(
      CALLS.serviceConversation,
      { query: pageParam === "" ? {} : { cursor: pageParam } },
      { signal, hideErrors: true },
    ),
  getNextPageParam: (page) => page.nextCursor,
});

export function refreshChat(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: CHAT_KEY });
}

/** A line as typed; its idempotency key is the same for every retry. */
export interface Draft {
  readonly key: string;
  readonly text: string;
  readonly picture: File | null;
}

export function newDraft(text: string, picture: File | null): Draft {
  return { key: newIdempotencyKey(), text, picture };
}

/** Sends a line, its picture first. When it throws, refusals have already been shown. */
export async function sendDraft({ key, text, picture }: Draft): Promise<void> {
  const pictureId = picture === null ? undefined : await sendPicture(picture);
  const words = tidyTyped(text) === "" ? undefined : text;
  const line = await api.call(
    CALLS.serviceWrite,
    {
      body: {
        ...(words === undefined ? {} : { text: words }),
        ...(pictureId === undefined ? {} : { picture_id: pictureId }),
      },
    },
    { idempotencyKey: key },
  );
  // It is sent, so it is shown: reading the conversation again may fail.
  queryClient.setQueryData(chatQuery.queryKey, (chat) => {
    const [first, ...older] = chat?.pages ?? [];
    if (chat === undefined || first === undefined || first.list.some(({ id }) => id === line.id)) return chat;
    return { ...chat, pages: [{ ...first, list: [line, ...first.list] }, ...older] };
  });
  await refreshChat();
}

async function sendPicture(file: File): Promise<string> {
  const { id } = await api.call(
    CALLS.servicePicture,
    { body: { data: await pictureToSend(file) } },
    { timeoutMs: PICTURE_TIMEOUT_MS },
  );
  return id;
}

/** Marks the desk's lines up to one as read. */
export async function markChatRead(to: string): Promise<void> {
  await api.call(CALLS.serviceRead, { body: { to } }, { hideErrors: true });
}

/** A picture as a data URL: it is fetched with the token, which an <img> address cannot carry. */
export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ["service", "picture", id],
    queryFn: async ({ signal }): Promise<string> => {
      const first = await fetchPicture(id, signal);
      if (first !== null) return dataAddressOf(first);
      // The token has expired: any call renews it.
      await api.call(CALLS.balance, {}, { signal, hideErrors: true });
      const second = await fetchPicture(id, signal);
      if (second === null) throw new Error("the picture did not come");
      return dataAddressOf(second);
    },
    staleTime: Infinity,
  });

async function fetchPicture(id: string, signal: AbortSignal): Promise<Blob | null> {
  const headers = { Token: useSession.getState().accessToken };
  const reply = await fetch(`/api/service/pictures/${id}`, { headers, signal });
  if (!reply.ok || reply.headers.get("content-type") !== "image/webp") return null;
  return reply.blob();
}
