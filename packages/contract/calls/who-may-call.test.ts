import { expect, test } from "vitest";
import { CALLS } from "../index.ts";

const words = (text: string): string[] => text.trim().split(/\s+/u);

test("without a login only these calls are answered", () => {
  const open = Object.entries(CALLS).filter(([, call]) => call.auth !== "player");
  expect(open.map(([name]) => name).toSorted()).toEqual(
    words(`
      appConfig banners confirmEmail current fairness forgotPwd games history last login notice passkeyLogin
      passkeyLoginOptions proof recentWins refreshToken register resetPwd rule runningNotices trend usernameFree`),
  );
});
