import { LoadClient } from "../load/client.ts";
import type { ServerUnderLoad } from "../load/server-under-load.ts";
import type { Attack, AttackResult } from "./attack.ts";
import { mailsTo, nextMail } from "./outbox.ts";
import { HOME, makeVictim, type Place, postFrom, type Victim } from "./victim.ts";

const NETWORKS = 60;
const TRIES_EACH = 3;
const WRONG_CODES_EACH = 8;
const NEW_PASSWORD = "blue river in June";
const PROXY = { TRUSTED_PROXIES: "127.0.0.1" };
/** Mails per hour above which a mailbox counts as flooded. */
const MAILS = 8;

/** Strangers, each in a different network. */
const strangers: readonly Place[] = Array.from({ length: NETWORKS }, (_, index) => ({
  address: `10.77.${index}.5`,
}));

/** Strangers who know a username try to prevent its owner from logging in and from resetting the password. */
export const lockOut: Attack = {
  name: "lock-out",
  story: "strangers at many addresses hammer a username they know, and send wrong codes for a new password",
  run: async ({ openServer, log }): Promise<AttackResult> => {
    const server = await openServer(PROXY);
    const client = new LoadClient(server.port, 16);
    try {
      const victim = await makeVictim(server, client, true);
      log("the name is hammered");
      const login = await hammerLogin(client, victim);
      log("codes are burnt");
      const reset = await burnCodes(server, client, victim);
      const harm = [...login.harm, ...reset.harm];
      return {
        gained: harm.length === 0 ? "nothing" : harm.join("; "),
        held: harm.length === 0,
        figures: [...login.figures, ...reset.figures],
      };
    } finally {
      client.close();
    }
  },
};

interface Outcome {
  readonly harm: readonly string[];
  readonly figures: readonly string[];
}

async function hammerLogin(client: LoadClient, victim: Victim): Promise<Outcome> {
  const { username, password } = victim;
  const login = (place: Place, typed: string) =>
    postFrom(client, place, { path: "login", body: { username, password: typed } });
  let judged = 0;
  for (let round = 0; round < TRIES_EACH; round += 1) {
    for (const place of strangers)
      if ((await login(place, `guess ${round} of ${place.address}`)).code === 1002) judged += 1;
  }
  const harm: string[] = [];
  const elsewhere = await login({ ...HOME, address: "198.51.100.20" }, password);
  if (elsewhere.code !== 0) harm.push(`the owner's phone was kept out: ${elsewhere.msg}`);
  const atHome = await login({ address: HOME.address, device: "a-new-phone" }, password);
  if (atHome.code !== 0) harm.push(`the owner was kept out at home: ${atHome.msg}`);
  if (judged > 40) harm.push(`${judged} guesses in a minute`);
  return {
    harm,
    figures: [
      `${NETWORKS * TRIES_EACH} guesses from ${NETWORKS} networks: ${judged} judged, the rest sent away`,
    ],
  };
}

async function burnCodes(server: ServerUnderLoad, client: LoadClient, victim: Victim): Promise<Outcome> {
  const { username, email } = victim;
  const before = mailsTo(server, email).length;
  const requestCode = (place: Place) =>
    postFrom(client, place, { path: "forgotPwd", body: { username, email } });
  const newPhone: Place = { address: "198.51.100.21", device: "a-borrowed-phone" };
  await requestCode(newPhone);
  const code = (/^[\d ]{8,}$/mu.exec(await nextMail(server, email, before))?.[0] ?? "").replaceAll(" ", "");
  for (const place of strangers.slice(0, 30)) await requestCode(place);
  const reset = (place: Place, typed: string) =>
    postFrom(client, place, {
      path: "resetPwd",
      body: { username, code: typed, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
    });
  const wrong = String((Number(code) + 1) % 10 ** code.length).padStart(code.length, "0");
  let looked = 0;
  for (const place of strangers) {
    for (let i = 0; i < WRONG_CODES_EACH; i += 1) if ((await reset(place, wrong)).code === 1018) looked += 1;
  }
  const harm: string[] = [];
  const done = await reset(newPhone, code);
  if (done.code !== 0) harm.push(`the code that was mailed opens nothing: ${done.msg}`);
  const mails = mailsTo(server, email).length - before;
  if (mails > MAILS) harm.push(`${mails} mails in a minute`);
  return {
    harm,
    figures: [
      `${NETWORKS * WRONG_CODES_EACH} wrong codes, ${looked} looked at, of 10^${code.length} there can be`,
      `31 mails asked for, ${mails} sent`,
    ],
  };
}
