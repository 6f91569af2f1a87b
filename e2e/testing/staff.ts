import type { Browser, Page } from "playwright-core";
import { codeOf, demoOperator, openDeskWindow, signInWith, type OperatorKeys } from "./desk-window.ts";
import { ServerClient } from "./server-client.ts";
import type { TestServer } from "./open-server.ts";
import { collectErrors } from "./page-errors.ts";

/** Validity of an authenticator code. A code is valid once: the next sign-in uses the next one. */
const STEP_MS = 30_000;

/** An operator with a window of the desk, who can also make calls directly. */
export interface Staff {
  readonly page: Page;
  /** Token of a separate session, besides the window's. */
  readonly token: string;
}

/** Payer: a second cashier, as who has passed a player's recharge must not pass that player's withdrawals. */
type Seat = "admin" | "cashier" | "payer" | "support";

export interface StaffRoom {
  /** Opens a window for an operator, or returns the existing one. */
  at(seat: Seat): Promise<Staff>;
  /** Errors of the windows. */
  readonly errors: string[];
  /** The desk's port. */
  readonly desk: ServerClient;
}

/** Prepares an admin, two cashiers and a support operator, each with their own window. */
export async function openStaffRoom(browser: Browser, open: TestServer): Promise<StaffRoom> {
  const desk = new ServerClient(open.opsUrl);
  const [adminKeys, cashierKeys] = [demoOperator(open, "admin"), demoOperator(open, "cashier")];
  const staff = {
    admin: { keys: adminKeys, token: await tokenOf(desk, adminKeys) },
    cashier: { keys: cashierKeys, token: await tokenOf(desk, cashierKeys) },
    payer: await newOperator(open, desk, "cashier"),
    support: await newOperator(open, desk, "support"),
  };
  const errors: string[] = [];
  const seated = new Map<Seat, Promise<Staff>>();
  const sit = async (seat: Seat): Promise<Staff> => {
    const { keys, token } = staff[seat];
    // Tabs of one browser share a session, so each operator has their own browser.
    const { page } = await openDeskWindow(browser, open);
    collectErrors(page, errors);
    await signInWith(page, keys, Date.now() + STEP_MS);
    return { page, token };
  };
  return {
    at: (seat) => {
      const there = seated.get(seat) ?? sit(seat);
      seated.set(seat, there);
      return there;
    },
    errors,
    desk,
  };
}

/** Signs an operator in without a tab. */
export async function tokenOf(
  desk: ServerClient,
  { name, password, totpSecret }: OperatorKeys,
): Promise<string> {
  const code = codeOf(totpSecret, Date.now());
  const entered = await desk.post<{ token: string }>("/desk/api/session/signIn", { name, password, code });
  if (entered.code !== 0) throw new Error(`${name} was not let in: ${entered.msg}`);
  return entered.data.token;
}

/** Creates an operator without enrolment, and signs them in. */
async function newOperator(
  { app }: TestServer,
  desk: ServerClient,
  role: "cashier" | "support",
): Promise<{ readonly keys: OperatorKeys; readonly token: string }> {
  const wanted = { name: `hoa_${role}`, role, password: "mua-dau-mua-o-ben-song-3" };
  const keys = await app.desk.makeOperator(wanted);
  return { keys, token: await tokenOf(desk, keys) };
}
