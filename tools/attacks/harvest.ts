import { commonPasswords } from "@lotus/server/accounts/password-rules";
import { LoadClient } from "../load/client.ts";
import type { ServerUnderLoad } from "../load/server-under-load.ts";
import type { Attack, AttackContext, AttackResult } from "./attack.ts";
import { mailsTo } from "./outbox.ts";
import { HOME, makeVictim, type Place, postFrom, registration } from "./victim.ts";

const PROXY = { TRUSTED_PROXIES: "127.0.0.1" };
const NAMES = 1_000;
const ACCOUNTS = 87;
const PASSWORDS = 3_000;
/** Limits of one address within an hour, by the default settings. */
const MAX_LEARNED = { names: 60, accounts: 20 };
const THIEF: Place = { address: "192.0.2.66", device: "device-of-a-thief" };
const PASSWORD = "a phrase of nobody else";

/** Collects usernames, makes accounts by the dozen, tries easy passwords, and makes a stolen token last. */
export const harvest: Attack = {
  name: "harvest",
  story: "one address asks for 1,000 usernames and makes 87 accounts; 3,000 easy passwords; a stolen token",
  run: async ({ openServer, log }): Promise<AttackResult> => {
    const server = await openServer(PROXY);
    const client = new LoadClient(server.port, 16);
    try {
      const outcomes: Outcome[] = [];
      for (const part of [lookUpNames, makeAccounts, tryPasswords, useStolenToken])
        outcomes.push(await part(server, client, log));
      const gains = outcomes.flatMap(({ gain }) => gain ?? []);
      return {
        gained: gains.length === 0 ? "nothing" : gains.join("; "),
        held: gains.length === 0,
        figures: outcomes.map(({ figure }) => figure),
      };
    } finally {
      client.close();
    }
  },
};

interface Outcome {
  readonly gain?: string;
  readonly figure: string;
}

type Part = (server: ServerUnderLoad, client: LoadClient, log: AttackContext["log"]) => Promise<Outcome>;

const lookUpNames: Part = async (_server, client, log) => {
  log(`${NAMES} usernames are asked for`);
  const replies = await Promise.all(
    Array.from({ length: NAMES }, (_, index) =>
      client.send({ path: `/api/user/usernameFree?username=name_${index}`, address: THIEF.address }),
    ),
  );
  const answered = replies.filter(({ code }) => code === 0).length;
  const figure = `${NAMES} usernames asked for from one address, ${answered} answered`;
  return answered > MAX_LEARNED.names ? { gain: `${answered} usernames`, figure } : { figure };
};

const makeAccounts: Part = async (_server, client, log) => {
  log(`${ACCOUNTS} accounts are made`);
  let made = 0;
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const body = registration(`sock_${index}`, PASSWORD);
    const device = `a-device-of-its-own-${index}`;
    const { code } = await postFrom(client, { ...THIEF, device }, { path: "register", body });
    if (code === 0) made += 1;
  }
  const figure = `${ACCOUNTS} accounts wanted from one address, ${made} made`;
  return made > MAX_LEARNED.accounts ? { gain: `${made} accounts`, figure } : { figure };
};

const tryPasswords: Part = async (_server, client, log) => {
  log(`the ${PASSWORDS} commonest passwords are tried`);
  const taken: string[] = [];
  let tried = 0;
  for (const password of commonPasswords(PASSWORDS)) {
    tried += 1;
    const address = `10.${tried >> 8}.${tried & 255}.9`;
    const body = registration(`easy_${tried}`, password);
    const { code } = await postFrom(client, { address }, { path: "register", body });
    if (code === 0) taken.push(password);
    // What it shows by then, it shows.
    if (taken.length >= 20) break;
  }
  const figure = `${tried} of the commonest passwords tried, ${taken.length} taken`;
  return taken.length > 0 ? { gain: `accounts with ${taken.slice(0, 3).join(", ")} …`, figure } : { figure };
};

const useStolenToken: Part = async (server, client, log) => {
  log("a stolen token is to last");
  const { username, token } = await makeVictim(server, client, false);
  const email = "thief@mail.example";
  const bind = (body: object) => postFrom(client, THIEF, { path: "bindEmail", token, body });
  const codes = [(await bind({ email })).code];
  for (const trans_password of ["111222", "246801", "135791", "975318", "802468", "402816"])
    codes.push((await bind({ email, trans_password })).code);
  await postFrom(client, THIEF, { path: "bindPhone", token, body: { phone: "+84912345678" } });
  await postFrom(client, THIEF, { path: "forgotPwd", body: { username, email } });
  const info = await postFrom<{ phone: string; email: string }>(client, HOME, {
    path: "getUserInfo",
    token,
    body: {},
  });
  const { phone, email: bound } = info.data;
  const mails = mailsTo(server, email).length;
  const figure = `a stolen token: bindings answered with ${codes.join(", ")}, ${mails} mails to the thief`;
  return mails > 0 || phone !== "" || bound !== ""
    ? { gain: "an account, by a contact bound with a stolen token", figure }
    : { figure };
};
