import { LOGIN_BY_PASSKEY } from "./passkey-screens.ts";
import type { Page } from "playwright-core";
import { replaceAnswers } from "./replaced-answers.ts";
import { answers, fill, inTurn, tap } from "./steps.ts";
import { NOW } from "./accounts.ts";
import { OPEN_DIALOG, type ScreenEntry } from "./screen-state.ts";

/** The four tab pages, the pages before login, and the public ones. */
export const TAB_SCREENS: Readonly<Record<string, ScreenEntry>> = {
  home: {
    path: "/",
    landmark: "#home-results",
    broken: {},
    parts: {
      keys: {
        // It lies above every page, so the next screen begins anew.
        prepare: answers("/api/app/config", (config) => config),
        act: async (page) => {
          await page.setViewportSize({ width: 1440, height: 900 });
          await page.keyboard.press("?");
        },
      },
    },
  },
  lobby: {
    path: "/pages/tabbar/center",
    landmark: "#lobby-mark-six",
    empty: { act: inTurn(tap("main header button[aria-expanded]"), fill("main search input", "zzzz")) },
    broken: {},
    parts: { search: { act: tap("main header button[aria-expanded]"), landmark: "main search input" } },
  },
  service: {
    path: "/pages/tabbar/service",
    landmark: "#help-legal",
    empty: { act: fill("main search input", "zzzz") },
    // Help is part of the app; only the conversation is read from the server.
    broken: { act: tap("main [role=tab]", 1) },
    parts: {
      article: { act: tap("main section button") },
      chat: { act: tap("main [role=tab]", 1), landmark: "main ol > li" },
      picture: {
        prepare: inTurn(answers("/api/service/conversation", ofPicture), (page) =>
          replaceAnswers(
            page,
            ({ pathname }) => pathname.startsWith("/api/service/pictures/"),
            () => ({ json: null, picture: PICTURE }),
          ),
        ),
        act: inTurn(tap("main [role=tab]", 1), tap("main ol > li button:has(img)")),
        landmark: `${OPEN_DIALOG} img`,
      },
      "chat-new": {
        viewer: "newcomer",
        act: tap("main [role=tab]", 1),
        landmark: "main ol + form, main form",
      },
      stranger: { viewer: "nobody", act: tap("main [role=tab]", 1), landmark: "[data-pond=moon]" },
    },
  },
  mine: {
    path: "/pages/tabbar/mine",
    landmark: "main nav a[href='/pages-sub/record/betting']",
    // The data of the login stays, with its links.
    broken: { landmark: "main nav a[href='/pages-sub/record/betting']" },
    parts: { "log-out": { act: tap("main button", -1) } },
  },
  messages: {
    path: "/pages-sub/message/index?tab=message",
    landmark: "main ul > li > button",
    empty: { viewer: "newcomer" },
    broken: {},
    parts: {
      mail: { act: tap("main ul > li > button") },
      notices: { path: "/pages-sub/message/index?tab=notice", landmark: "main ul > li > button" },
    },
  },
};

export const PUBLIC_SCREENS: Readonly<Record<string, ScreenEntry>> = {
  login: {
    path: "/pages/auth/login",
    viewer: "nobody",
    landmark: "input[autocomplete=current-password]",
    broken: false,
    parts: {
      errors: { act: tap("button[type=submit]"), landmark: "[aria-invalid=true]" },
      passkey: LOGIN_BY_PASSKEY,
    },
  },
  register: {
    path: "/pages/auth/register?invite=LOTUS2",
    viewer: "nobody",
    landmark: "input[autocomplete=new-password]",
    broken: false,
    parts: {
      errors: { act: tap("button[type=submit]"), landmark: "[aria-invalid=true]" },
      terms: { act: tap("main form a[href='/pages/legal/terms']") },
      // The account is not made: another picture would find its name taken.
      limits: {
        viewer: "newcomer",
        prepare: registered,
        act: inTurn(
          fill("input[autocomplete=username]", "sen_moi_2"),
          fill("input[name=password]", "sen-trang-thang-7"),
          fill("input[name=password_confirmation]", "sen-trang-thang-7"),
          fill("input[name=trans_password]", "402815"),
          fill("input[name=birth_date]", "1990-12-31"),
          tap("input[type=checkbox]"),
          tap("button[type=submit]"),
        ),
        landmark: "main form input[inputmode=decimal]",
      },
    },
  },
  forgot: {
    path: "/pages/auth/forgot",
    viewer: "nobody",
    landmark: "input[type=email]",
    broken: false,
    parts: {
      code: {
        act: inTurn(
          fill("input[autocomplete=username]", "nobody_here"),
          fill("input[type=email]", "reader@mail.example"),
          tap("button[type=submit]"),
        ),
        landmark: "input[autocomplete=one-time-code]",
      },
    },
  },
  "confirm-email": {
    path: `/pages/auth/confirm_email?token=${"A".repeat(43)}`,
    viewer: "nobody",
    landmark: "[data-pond=bud]",
    broken: { act: tap("main button") },
    parts: { failed: { act: tap("main button"), landmark: "[data-pond=petal]" } },
  },
  terms: { path: "/pages/legal/terms", viewer: "nobody", landmark: "main article h2", broken: false },
  privacy: { path: "/pages/legal/privacy", viewer: "nobody", landmark: "main article h2", broken: false },
  verify: {
    path: "/pages-sub/fairness/index?code=K3&prize=202611210610",
    viewer: "nobody",
    landmark: "main button[aria-haspopup=dialog]",
    empty: { path: "/pages-sub/fairness/index?code=K3&prize=202001010001" },
    broken: {},
    parts: {
      invalid: {
        prepare: answers("/api/lottery/proof/", forgedProof),
        landmark: "main [role=status] li",
      },
      technical: {
        act: tap("main summary"),
        landmark: "main details[open] pre",
      },
      periods: {
        act: tap("main button[aria-haspopup=dialog]"),
        landmark: "dialog[open] [role=radio]",
      },
    },
  },
};

/** One pixel. */
const PICTURE = Buffer.from("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=", "base64");

/** A conversation of one line, a photo taken upright. */
function ofPicture(conversation: unknown): unknown {
  const line = {
    id: "1",
    from: "player",
    text: null,
    picture: { id: "1", width: 900, height: 1600 },
    time: NOW,
  };
  return { ...(conversation as object), list: [line], nextCursor: null };
}

/** What a cheating server would return: another result than that of the round. */
function forgedProof(proof: unknown): unknown {
  const { numbers } = proof as { numbers: number[] };
  return { ...(proof as object), numbers: numbers.map((face) => 7 - face) };
}

/** Whoever registers is the viewer, who is logged in already. */
async function registered(page: Page): Promise<void> {
  await replaceAnswers(
    page,
    ({ pathname }) => pathname === "/api/user/register",
    async () => {
      const stored = await page.evaluate(() => localStorage.getItem("lotus.session"));
      // What the app has stored of the viewer's session.
      const { state } = JSON.parse(stored ?? "") as { state: { accessToken: string; jwtToken: string } };
      return { json: { code: 0, msg: "", data: { token: state.accessToken, jwt: state.jwtToken } } };
    },
  );
}
