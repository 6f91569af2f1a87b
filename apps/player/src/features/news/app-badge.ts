import { queryClient } from "../../api/query-client.ts";
import { unseenResults, useResultNews } from "../../session/result-news.ts";
import { useSession } from "../../session/session.ts";
import { userInfoQuery } from "../../session/user-info.ts";

/** Keeps the badge of the installed app at the number of unread messages and unseen results, where there is one. */
export function followAppBadge(): void {
  if (!("setAppBadge" in navigator)) return;
  let shown = -1;
  const show = (): void => {
    const count = waiting();
    if (count === shown) return;
    shown = count;
    // An app that is not installed has none, and some systems forbid it.
    void navigator.setAppBadge(count).catch(() => undefined);
  };
  show();
  useResultNews.subscribe(show);
  useSession.subscribe(show);
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === userInfoQuery.queryKey[0]) show();
  });
}

/** What waits for the player of this session; nothing for nobody. */
function waiting(): number {
  if (!useSession.getState().isLoggedIn()) return 0;
  return (queryClient.getQueryData(userInfoQuery.queryKey)?.unreadMsg ?? 0) + unseenResults();
}
