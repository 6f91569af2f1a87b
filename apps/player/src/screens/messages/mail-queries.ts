import { CALLS, type CallData, type MailTab } from "@lotus/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { queryClient } from "../../api/query-client.ts";
import { api } from "../../session/api.ts";
import { userInfoQuery } from "../../session/user-info.ts";

export type MailPage = CallData<typeof CALLS.userMail>;

/** One tab, newest first, page by page. Texts are in the reader's language, so each locale has its own cache entry. */
export const mailQuery = (tab: MailTab, locale: string) =>
  infiniteQueryOptions({
    queryKey: ["mail", tab, locale],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }): Promise<MailPage> =>
      api.call(
        CALLS.userMail,
        { body: { type: tab, ...(pageParam === "" ? {} : { cursor: pageParam }) } },
        { signal, hideErrors: true },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });

/** Marks one message or a whole tab as read. The display is updated after the server's response. */
export async function markRead(what: { readonly id: string } | { readonly type: MailTab }): Promise<void> {
  const body = "id" in what ? { ids: [what.id] } : what;
  const { unreadMsg } = await api.call(CALLS.updateReadCount, { body }, { hideErrors: true });
  queryClient.setQueryData(userInfoQuery.queryKey, (info) =>
    info === undefined ? undefined : { ...info, unreadMsg },
  );
  await queryClient.invalidateQueries({ queryKey: ["mail"] });
}
