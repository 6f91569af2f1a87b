import { beforeEach, expect, test } from "vitest";
import { fakeServer } from "../testing/fake-server.ts";
import { logOut } from "./log-out.ts";
import { useSession } from "./session.ts";

beforeEach(() => useSession.getState().logIn({ token: "t", jwt: "j" }, "minh"));

test("logout clears the access token and the jwt, and tells the server", async () => {
  const requests = fakeServer({ "POST /api/user/logout": { data: null } });
  await logOut();
  expect(requests.map(({ path }) => path)).toEqual(["POST /api/user/logout"]);
  expect(useSession.getState()).toMatchObject({ accessToken: "", jwtToken: "", username: "minh" });
});

test("it does so even if the server is unreachable", async () => {
  fakeServer({ "POST /api/user/logout": { code: 9500, msg: "broken" } });
  await logOut();
  expect(useSession.getState()).toMatchObject({ accessToken: "", jwtToken: "" });
});
