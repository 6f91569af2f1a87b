import type { Page } from "playwright-core";
import { replaceAnswers } from "./replaced-answers.ts";
import { answers, inTurn, tap } from "./steps.ts";
import { EMPTY, OPEN_DIALOG, type OtherState, type ScreenEntry } from "./screen-state.ts";

const FORM = "main form button[type=submit]";
const ROW = "main > div > div button";
const LAST_BUTTON = "main > div > button";
const OTHER_WAY = "main form button[type=button]";

/**
 * As if passkeys were for the address at which the screens are looked at: an IP address, for which no browser has any.
 */
async function here(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The pages of the app ask for nothing but whether there is one.
    Object.assign(globalThis, { PublicKeyCredential: () => undefined });
  });
  await replaceAnswers(
    page,
    ({ pathname }) => pathname === "/api/app/config",
    async ({ url, fromServer }) => {
      // The server's reply, which its tests check against the contract.
      const reply = (await fromServer()) as { readonly data: object };
      return { json: { ...reply, data: { ...reply.data, passkeysAt: url.origin } } };
    },
  );
}

const and =
  (...prepare: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page): Promise<void> => {
    for (const one of prepare) await one(page);
  };

interface Listed {
  readonly list: readonly object[];
}

/** All of them blocked, as after a copy was found. */
const blocked = answers("/api/user/passkeys", (data) => ({
  ...(data as Listed),
  list: (data as Listed).list.map((passkey) => ({ ...passkey, suspended: true })),
}));

/** As many as an account may have. */
const full = answers("/api/user/passkeys", (data) => ({ ...(data as Listed), max: 2 }));

/** There for years. */
const old = answers("/api/user/passkeys", (data) => ({
  ...(data as Listed),
  list: (data as Listed).list.map((passkey) => ({ ...passkey, createdAt: Date.UTC(2024, 0, 1) })),
}));

/** The page of passkeys. */
export const PASSKEY_SCREENS: Readonly<Record<string, ScreenEntry>> = {
  passkeys: {
    path: "/pages-sub/settings/passkeys",
    // Looked at under an IP address, where none can be added.
    landmark: ROW,
    empty: { viewer: "newcomer", prepare: here, landmark: EMPTY },
    broken: {},
    parts: {
      here: { prepare: here, landmark: LAST_BUTTON },
      blocked: { prepare: and(here, blocked), landmark: LAST_BUTTON },
      full: { prepare: and(here, full), landmark: ROW },
      add: { prepare: here, act: tap(LAST_BUTTON, -1), landmark: `${OPEN_DIALOG} form` },
      edit: { prepare: here, act: tap(ROW), landmark: `${OPEN_DIALOG} form` },
      remove: {
        prepare: here,
        act: inTurn(tap(ROW), tap(`${OPEN_DIALOG} form button[aria-haspopup=dialog]`)),
        landmark: `${OPEN_DIALOG} input[type=password]`,
      },
    },
  },
};

/** The button of the login page. */
export const LOGIN_BY_PASSKEY: OtherState = { prepare: here, landmark: "main form + div > button" };

/** Setting a forgotten withdrawal password anew. */
export const FORGOTTEN: Readonly<Record<string, OtherState>> = {
  forgotten: { prepare: and(here, old), act: tap(OTHER_WAY, -1), landmark: FORM },
  "no-passkey": { prepare: here, act: tap(OTHER_WAY, -1), landmark: EMPTY },
};
