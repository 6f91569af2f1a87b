import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { seeResults, takeForTelling, useResultNews } from "../../session/result-news.ts";
import { useSession } from "../../session/session.ts";
import { type UserInfo, userInfoQuery } from "../../session/user-info.ts";
import { followAppBadge } from "./app-badge.ts";

const badges: number[] = [];

beforeEach(() => {
  badges.length = 0;
  localStorage.clear();
  queryClient.clear();
  useResultNews.setState({ player: "", awaited: [], told: [], unseen: [] });
});

test("the app's badge counts unseen results and unread messages, and goes with them and with the session", async () => {
  vi.stubGlobal("navigator", { setAppBadge: async (count: number) => void badges.push(count) });
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
  followAppBadge();
  takeForTelling(["FFC 202611210582", "K3 202611210582"]);
  // Only what the badge counts.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  queryClient.setQueryData(userInfoQuery.queryKey, { unreadMsg: 3 } as UserInfo);
  seeResults();
  useSession.getState().dropSession();
  expect(badges).toEqual([0, 2, 5, 3, 0]);
  vi.unstubAllGlobals();
});
